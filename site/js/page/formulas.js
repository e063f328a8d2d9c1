// @ts-check
// Formulas are MathML. A browser that draws none would show their bare letters, without roots and powers; it gets
// their TeX instead.

function drawsFormulas() {
  const probe = document.createElement('div');
  probe.innerHTML = '<math><mspace height="23px" width="77px"></mspace></math>';
  probe.className = 'visually-hidden';
  document.body.append(probe);
  const { width, height } = probe.firstElementChild.firstElementChild.getBoundingClientRect();
  probe.remove();
  return Math.abs(width - 77) < 2 && Math.abs(height - 23) < 2;
}

addEventListener('DOMContentLoaded', () => {
  const formulas = document.querySelectorAll('math[alttext]');
  if (!formulas.length || drawsFormulas()) return;
  for (const formula of formulas) {
    const tex = document.createElement('code');
    tex.textContent = formula.getAttribute('alttext');
    formula.replaceWith(tex);
  }
});

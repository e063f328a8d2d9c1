// @ts-check
// Figures that can be asked: a click opens a note under the paragraph with the exact value and where it comes from.
// Uses core, words, putWords, printer, dataFile (core.js). Defines nothing.

/** Every figure by id, computed by the core when the first one is asked. @type {Promise<Map<string, Fact>>} */
let askedFacts;

function allFacts() {
  askedFacts ??= core.then(({ attn }) => {
    const facts = attn.facts({ world: dataFile('teaching-world.json'), anchor: dataFile('anchor-model.json'), papers: dataFile('papers.json') });
    return new Map(facts.map((fact) => [fact.id, fact]));
  });
  return askedFacts;
}

/** The lines of a note. @param {Fact} fact */
function noteLines(fact) {
  const exact = printer.exact(fact.value) + (typeof fact.value === 'number' ? printer.unit(fact.value, fact.unit) : '');
  const quoted = fact.kind === 'quoted';
  const basis = document.createElement('span');
  basis.lang = 'en';  // titles and file names
  basis.textContent = fact.basis;
  const line = (/** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) => {
    const p = document.createElement('p');
    putWords(p, key, values);
    return p;
  };
  return [
    line(quoted ? 'note.quoted' : 'note.computed', { exact }),
    fact.basis ? line(quoted ? 'note.source' : 'note.basis', { basis }) : line('note.no-data'),
    line('note.name', { id: fact.id }),
  ];
}

/** @param {HTMLElement} button */
async function toggleNote(button) {
  const open = button.getAttribute('aria-expanded') === 'true';
  closeNotes();
  if (open) return;
  const fact = (await allFacts()).get(button.dataset.fact);
  closeNotes();  // another figure may have been asked meanwhile
  const note = document.createElement('div');
  note.className = 'figure-note';
  note.id = 'figure-note';
  note.setAttribute('role', 'status');
  note.append(...noteLines(fact));
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'close';
  close.textContent = words('note.close');
  close.addEventListener('click', () => { closeNotes(); button.focus(); });
  note.append(close);
  button.setAttribute('aria-expanded', 'true');
  button.setAttribute('aria-controls', note.id);
  const host = button.closest('p, li, td');
  if (host instanceof HTMLParagraphElement) host.after(note);
  else host.append(note);
}

function closeNotes() {
  document.querySelector('#figure-note')?.remove();
  for (const button of document.querySelectorAll('.n[aria-expanded="true"]')) {
    button.setAttribute('aria-expanded', 'false');
    button.removeAttribute('aria-controls');
  }
}

document.addEventListener('click', (event) => {
  const button = /** @type {Element} */ (event.target).closest?.('.n[data-fact]');
  if (button instanceof HTMLElement) toggleNote(button);
});
document.addEventListener('keydown', (event) => {
  const asked = /** @type {Element} */ (event.target).closest?.('.n[data-fact]');
  if (asked instanceof HTMLElement && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    toggleNote(asked);
  }
  const button = document.querySelector('.n[aria-expanded="true"]');
  if (event.key !== 'Escape' || !(button instanceof HTMLElement)) return;
  closeNotes();
  button.focus();
});

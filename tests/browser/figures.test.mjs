// The live core in the page gives the figures of facts.json, and a figure that is asked says where it comes from.
import { equal, none, ok } from './check.mjs';
import { languageFaults } from './language.mjs';
import { openLesson } from './lesson.mjs';
import { inBothLanguages } from './registry.mjs';

/** Counts are exact. Elsewhere exp, tanh and cos may differ in their last digits between mathematical libraries. */
const CLOSE = 1e-12;

export default function (site) {
  inBothLanguages('figures: the core in the page computes facts.json', {}, async (context) => {
    const { page, lang } = context;
    await openLesson(context);
    // The other modules are brought in for this, as a reader brings it in by asking.
    const each = await page.evaluate(async () => {
      const found = {};
      for (const name of ['lesson', 'ledger', 'decoding']) {
        const attn = await whyAttention.engine(name);
        found[name] = attn.facts(attnData[name]).map((fact) => ({ ...fact, text: whyAttention.printer.text(fact) }));
      }
      return found;
    });
    const live = Object.values(each).flat();
    equal([...new Set(live.map(({ id }) => id))].sort(), Object.keys(site.facts).sort(), 'ids');
    // Whoever is named beside a figure as having computed it can be asked for it.
    const named = await page.evaluate(() =>
      [...document.querySelectorAll('[data-fact][data-module]')].map(({ dataset }) => [dataset.fact, dataset.module]),
    );
    none(
      named.filter(([id, name]) => !each[name]?.some((fact) => fact.id === id)),
      'figures that the module beside them does not give',
    );
    ok(live.length > 100, `${live.length} figures`);
    const same = (found, wanted) => {
      if (Array.isArray(wanted))
        return (
          Array.isArray(found) && found.length === wanted.length && wanted.every((value, i) => same(found[i], value))
        );
      if (typeof wanted !== 'number' || Number.isInteger(wanted)) return found === wanted;
      return Math.abs(found - wanted) <= CLOSE * Math.abs(wanted);
    };
    none(
      live.flatMap(({ id, value, unit, kind, text }) => {
        const fact = site.facts[id];
        return [
          ...(same(value, fact.value)
            ? []
            : [`${id}: value ${JSON.stringify(value)}, wanted ${JSON.stringify(fact.value)}`]),
          ...(text === fact.text[lang] ? [] : [`${id}: text "${text}", wanted "${fact.text[lang]}"`]),
          ...(unit === fact.unit && kind === fact.kind
            ? []
            : [`${id}: ${unit}, ${kind}, wanted ${fact.unit}, ${fact.kind}`]),
        ];
      }),
      'figures that differ',
    );
    none(await page.faults(), 'faults');
  });

  inBothLanguages('figures: one that is asked gives its exact value and its source', {}, async (context) => {
    const { page } = context;
    await openLesson(context);
    const ids = await page.evaluate(() => {
      const shown = [...document.querySelectorAll('.n[data-fact]')].filter((figure) => figure.checkVisibility());
      shown.forEach((figure, i) => {
        figure.dataset.test = String(i);
      });
      const first = (kind) => shown.find((figure) => figure.dataset.kind === kind);
      const middle = shown[Math.floor(shown.length / 2)];
      return [first('computed'), middle, first('quoted')]
        .filter(Boolean)
        .map((figure) => [figure.dataset.test, figure.dataset.fact, figure.dataset.kind]);
    });
    ok(
      ids.some(([, , kind]) => kind === 'computed') && ids.some(([, , kind]) => kind === 'quoted'),
      'figures of both kinds on the page',
    );
    const noteOf = (test) =>
      page.evaluate((n) => {
        const asked = document.querySelector(`[data-test="${n}"]`);
        const notes = [...document.querySelectorAll('.figure-note')];
        return {
          notes: notes.length,
          lines: [...(notes[0]?.querySelectorAll('p') ?? [])].map((p) => p.textContent),
          expanded: asked.getAttribute('aria-expanded'),
          controls: document.getElementById(asked.getAttribute('aria-controls')) === notes[0],
          focused: document.activeElement === asked,
        };
      }, test);
    const opened = (test) =>
      page.until((n) => document.querySelector(`[data-test="${n}"]`).getAttribute('aria-expanded') === 'true', test);
    for (const [i, [test, id, kind]] of ids.entries()) {
      const selector = `[data-test="${test}"]`;
      // By pointer, by Enter and by the space bar.
      if (i === 0) await page.click(selector);
      else await page.press(selector, i === 1 ? 'Enter' : 'Space');
      await opened(test);
      const note = await noteOf(test);
      equal(
        [note.notes, note.expanded, note.controls],
        [1, 'true', true],
        `${id}: notes open, state, and whether the figure refers to it`,
      );
      const fact = site.facts[id];
      const exact = await page.evaluate((value) => whyAttention.printer.exact(value), fact.value);
      const said = note.lines.join('\n');
      ok(said.includes(exact), `${id}: "${said}" gives ${exact}`);
      ok(said.includes(fact.basis ?? ''), `${id}: "${said}" names ${fact.basis}`);
      ok(
        note.lines.some((line) => line.includes(id)),
        `${id} is named`,
      );
      ok(kind === fact.kind, `${id} is ${fact.kind}`);
      none(await page.evaluate(languageFaults), 'text in the wrong language');
      await page.press(null, 'Escape');
      const closed = await noteOf(test);
      equal(
        [closed.notes, closed.expanded, closed.focused],
        [0, 'false', true],
        `${id}: notes, state and focus after Escape`,
      );
    }
    // Asked again it closes, and its own button closes it.
    const first = `[data-test="${ids[0][0]}"]`;
    await page.click(first);
    await opened(ids[0][0]);
    await page.click(first);
    await page.until(() => document.querySelectorAll('.figure-note').length === 0);
    await page.click(first);
    await opened(ids[0][0]);
    await page.click('.figure-note .close');
    const closed = await noteOf(ids[0][0]);
    equal([closed.notes, closed.focused], [0, true], 'notes, and the focus, after "close"');
    // Two at once leave one note.
    await page.evaluate(() => {
      for (const figure of [...document.querySelectorAll('[data-test]')].slice(0, 2)) figure.click();
    });
    await page.until(() => document.querySelectorAll('.figure-note').length > 0);
    await page.until(() => document.querySelectorAll('.n[aria-expanded="true"]').length === 1);
    const two = await page.evaluate(() => [
      document.querySelectorAll('.figure-note').length,
      document.querySelectorAll('.n[aria-expanded="true"]').length,
    ]);
    equal(two, [1, 1], 'notes, and figures that claim an open one, after asking two figures at once');
    none(await page.faults(), 'faults');
  });
}

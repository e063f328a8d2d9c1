// What holds for every laboratory, found from the pages: each control does something or says why not, the address keeps
// the
// state, figures can be asked, and what is in view can be taken away. A new laboratory is tested here without a line of
// its own.
import { equal, none, ok } from './check.mjs';
import { address, badSums, keepFiles, noteNow, openLab, take, uglyNumbers, wayDown } from './lab.mjs';
import { languageFaults } from './language.mjs';
import { inBothLanguages } from './registry.mjs';

/** Puts window.lab there: what this file asks a laboratory. Runs in the page. @param {string} stem */
function prepare(stem) {
  const root = document.getElementById(`${stem}-lab`);
  // Tools, notes, and what has its own tests: the editor of matrices and the field for a configuration.
  const APART = '.tools, .editor, .paste, .figure-note, .arrival';
  const look = (element) => {
    const data = Object.entries(element.dataset).filter(([name]) => name !== 'now');
    const choice = element.type === 'radio' || element.type === 'checkbox' ? [element.value] : [];
    return [element.localName, element.type, element.name, ...choice, ...data.flat()].join(' ');
  };
  const controls = () => {
    const known = new Map();
    return [...root.querySelectorAll('form input, form select, form textarea, button')]
      .filter((element) => !element.closest(APART) && element.type !== 'file')
      .map((element) => {
        const same = known.get(look(element)) ?? 0;
        known.set(look(element), same + 1);
        return [same ? `${look(element)} (${same + 1})` : look(element), element];
      });
  };
  const clean = (html) =>
    html.replace(/ (?:data-now|aria-valuetext|tabindex|aria-expanded|aria-controls|id)="[^"]*"/g, '');
  const without = (selector) => {
    const copy = root.cloneNode(true);
    copy.querySelectorAll(selector).forEach((part) => part.remove());
    // What the pointer rests on is no state.
    copy.querySelectorAll('.lit').forEach((part) => part.classList.remove('lit'));
    // Nor is the order in which a mark of a picture got its attributes.
    for (const mark of copy.querySelectorAll('svg *')) {
      // A style that is set as text is refused by the page's policy.
      const all = [...mark.attributes]
        .map(({ name, value }) => [name, value])
        .filter(([name]) => name !== 'style')
        .sort();
      for (const [name] of all) mark.removeAttribute(name);
      for (const [name, value] of all) mark.setAttribute(name, value);
    }
    return clean(copy.innerHTML);
  };
  window.lab = {
    root,
    /** Each control: how it is called here, its kind, its group. */
    list: () =>
      controls().map(([key, { localName, type, name, checked, dataset }]) => ({
        key,
        kind: localName === 'button' ? 'button' : dataset.number ? 'number' : type,
        name,
        checked,
      })),
    /** As it is opened without a state. */
    home() {
      const { waiting } = whyAttention.address;
      for (const name of Object.keys(waiting)) delete waiting[name];
      try {
        history.replaceState(history.state, '', location.href.split('#')[0]);
        dispatchEvent(new HashChangeEvent('hashchange'));
      } catch {
        location.hash = '#'; // WebKit allows a hundred in half a minute
      }
    },
    /** Marks the control that is meant, brings it into view, and gives what it holds. */
    find(key) {
      document.querySelector('[data-now]')?.removeAttribute('data-now');
      const [, element] = controls().find(([name]) => name === key) ?? [];
      if (!element) return null;
      for (let place = element.closest('details'); place; place = place.parentElement.closest('details'))
        place.open = true;
      if (!element.checkVisibility()) return null;
      element.dataset.now = '';
      const { value, checked, dataset } = element;
      const { least: min = element.min, most: max = element.max ?? '', step = element.step } = dataset;
      const idle = element.disabled || element.getAttribute('aria-disabled') === 'true';
      return {
        value,
        min: Number(min),
        max: max === '' ? Infinity : Number(max),
        step: Number(step) || 1,
        checked,
        idle,
      };
    },
    /** Keeps all that can be seen of it, but for the name of its state. */
    remember() {
      this.seen = this.sight();
      this.heard = this.said();
    },
    changed() {
      return this.sight() !== this.seen;
    },
    complains() {
      return this.said() !== this.heard;
    },
    sight: () => without('.state-line, .tools, .figure-note, .arrival'),
    /** What belongs to the state: neither messages nor a sentence that is being typed. */
    kept: () =>
      without(
        '[hidden], .state-line, .tools, .editor, .figure-note, .arrival, .message, .sentence-form, .paste',
      ).replace(/ open="[^"]*"/g, ''),
    values: () =>
      controls()
        .filter(([, element]) => element.name && !element.closest('.sentence-form') && element.localName !== 'button')
        .map(([key, element]) => [key, /^(?:radio|checkbox)$/.test(element.type) ? element.checked : element.value]),
    /** What is said beside a field, or that it is marked. */
    said: () =>
      [...root.querySelectorAll('output, .message, [role="status"], [role="alert"]')]
        .map((place) => place.textContent)
        .join('|') + root.querySelectorAll('[aria-invalid="true"]').length,
  };
}

const find = (page, key) => page.evaluate((k) => window.lab.find(k), key);
const NOW = '[data-now]';

/** Does with a control what a reader does; gives whether there was anything to be done, and whether it shows. */
async function act(page, { key, kind }) {
  const now = await find(page, key);
  if (!now || now.idle || (kind === 'radio' && now.checked)) return { done: false, shows: false };
  await page.evaluate(() => window.lab.remember());
  if (kind === 'number') {
    const up = Number((now.value === '' ? now.min : Number(now.value)) + now.step);
    const next = up <= now.max ? up : Number(now.value) - now.step;
    await page.type(NOW, String(Number(next.toFixed(6))));
  } else if (kind === 'range') await page.press(NOW, Number(now.value) < now.max ? 'ArrowUp' : 'ArrowDown');
  else if (kind === 'text' || kind === 'textarea') await page.type(NOW, 'ab cd ef');
  else if (kind.startsWith('select')) {
    await page.evaluate((selector) => {
      const select = document.querySelector(selector);
      select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    }, NOW);
  } else await page.click(NOW);
  return { done: true, shows: await page.evaluate(() => window.lab.changed()) };
}

/** The controls to be tried: of radios the one that is on comes last, so that each is chosen once. */
async function controlsOf(page, { quick, engine }) {
  const all = await page.evaluate(() => window.lab.list());
  const groups = new Map();
  for (const one of all) {
    const group = /^(?:radio|checkbox)$/.test(one.kind) ? `${one.kind} ${one.name}` : one.key;
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const sorted = [...group].sort(
      (a, b) => Number(a.kind === 'radio' && a.checked) - Number(b.kind === 'radio' && b.checked),
    );
    if (quick) return sorted.slice(0, 1);
    // Forty boxes of one name are forty times the same thing; the slower engines take three of any.
    const most = engine === 'chromium' ? 8 : 3;
    return sorted.length <= most ? sorted : [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  });
}

/** Waits until nothing moves any more: samples are drawn one after the other. */
const settled = (page) =>
  page.until(() => {
    const now = window.lab.kept();
    const busy = window.lab.root.querySelector('.spread-status')?.textContent;
    window.still = now === window.before && !busy ? (window.still ?? 0) + 1 : 0;
    window.before = now;
    return window.still >= 5;
  });

/** Each control once, one after the other, so that at the end all are changed. Gives those that did nothing. */
async function tryEach(page, { quick, step }, controls) {
  ok(controls.length > 0, 'controls');
  const idle = [];
  const silent = [];
  for (const control of controls) {
    step(control.key);
    const { done, shows } = await act(page, control);
    if (!shows) idle.push(control);
    if (!done || control.kind !== 'number' || quick) continue;
    // A field that is emptied says so, and what was there is taken again.
    const { value } = await find(page, control.key);
    await page.evaluate(() => window.lab.remember());
    await page.type(NOW, '');
    if (!(await page.evaluate(() => window.lab.complains()))) silent.push(control.key);
    await page.type(NOW, value);
  }
  none(silent, 'fields that say nothing of an entry that is missing');
  return idle;
}

/** Some do something only after others, a choice only against some of the others. */
async function tryAgain(page, { step }, controls, idle) {
  const nothing = [];
  for (const control of idle) {
    step(`${control.key}, once more`);
    const others = controls.filter((one) => one.kind === 'radio' && one.name === control.name && one !== control);
    let { shows } = await act(page, control);
    for (const other of control.kind === 'radio' ? others : []) {
      if (shows) break;
      await act(page, other);
      ({ shows } = await act(page, control));
    }
    if (!shows) {
      await page.evaluate(() => window.lab.home());
      ({ shows } = await act(page, control));
    }
    if (!shows) nothing.push(control.key);
  }
  none(nothing, 'controls that do nothing, and nothing is said');
}

async function keepsState(page, context, stem) {
  context.step('the address');
  await settled(page);
  const [kept, values, hash] = [
    await page.evaluate(() => window.lab.kept()),
    await page.evaluate(() => window.lab.values()),
    await address(page),
  ];
  ok(hash.includes('='), `the address "${hash}" names the state`);
  await openLab(context, stem, hash, { measure: true });
  await page.evaluate(prepare, stem);
  await settled(page);
  equal(await page.evaluate(() => window.lab.values()), values, `controls after opening ${hash}`);
  const again = await page.evaluate(() => window.lab.kept());
  const at = [...again].findIndex((letter, i) => letter !== kept[i]);
  ok(
    again === kept,
    `after opening ${hash} there stands …${again.slice(at - 80, at + 60)}… where …${kept.slice(at - 80, at + 60)}… stood`,
  );
}

async function asksFigures(page, { quick, step }) {
  const places = await page.evaluate(() => {
    const figures = [...window.lab.root.querySelectorAll('.n')].filter((figure) => figure.checkVisibility());
    return [...new Set([0, figures.length >> 1, figures.length - 1])]
      .filter((i) => figures[i])
      .map((i) => {
        figures[i].dataset.asked = String(i);
        return `[data-asked="${i}"]`;
      });
  });
  ok(places.length > 0, 'figures that can be asked');
  for (const [i, place] of (quick ? places.slice(0, 1) : places).entries()) {
    step(`figure ${place}`);
    if (i === 0) await page.press(place, 'Enter');
    const notes = await page.evaluate(wayDown, place, noteNow);
    ok(notes[0] !== null && notes[0].what, `${place}: a note`);
    none(badSums(notes, place), `${place}: sums that do not add up`);
    await page.press(null, 'Escape');
    equal(await page.evaluate(() => document.querySelectorAll('.figure-note').length), 0, 'notes after Escape');
  }
}

async function handsOut(page, { quick, step }, stem) {
  await page.evaluate(keepFiles);
  const kinds = await page.evaluate(() =>
    [...window.lab.root.querySelectorAll('.tools button')].map((button) => button.name),
  );
  none(
    ['copy', 'undo', 'redo', 'csv', 'json', 'svg', 'png'].filter((kind) => !kinds.includes(kind)),
    'buttons that are missing',
  );
  for (const kind of quick ? ['json'] : kinds.filter((name) => !['copy', 'undo', 'redo'].includes(name))) {
    step(`the file ${kind}`);
    const file = await take(page, kind);
    equal([file.name, file.files], [`${stem}.${kind}`, 1], `${kind}: name, number`);
    ok(file.size > 40, `${kind}: ${file.size} bytes`);
    none(
      /NaN|undefined|\[object/.test(kind === 'png' ? '' : file.text) ? [file.text.slice(0, 200)] : [],
      `${kind}: what is no number`,
    );
    if (kind === 'json') ok(JSON.parse(file.text).matrices.length > 0, 'matrices in the JSON file');
    if (kind === 'png') equal(file.start.slice(0, 4), [0x89, 0x50, 0x4e, 0x47], 'signature of the PNG file');
    if (kind === 'svg') {
      const parse = (text) =>
        new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? '';
      equal(await page.evaluate(parse, file.text), '', 'what is wrong with the SVG file');
    }
  }
  await page.evaluate(() => {
    document.querySelector('.tools output').textContent = '';
  });
  await page.click('.tools button[name="copy"]');
  await page.until(() => document.querySelector('.tools output').textContent !== '');
}

export default function (site) {
  for (const stem of site.labs) {
    inBothLanguages(`lab-any: ${stem}: controls, address, figures, downloads`, { quick: true }, async (context) => {
      const { page } = context;
      await openLab(context, stem, '', { measure: true });
      await page.evaluate(prepare, stem);
      const controls = await controlsOf(page, context);
      const idle = await tryEach(page, context, controls);
      none(await page.evaluate(uglyNumbers), 'ugly numbers');
      none(await page.evaluate(languageFaults, `#${stem}-lab`), 'text in the wrong language');
      none(await page.faults(), 'faults');
      if (!context.quick) {
        await keepsState(page, context, stem);
        await tryAgain(page, context, controls, idle);
      }
      await asksFigures(page, context);
      await handsOut(page, context, stem);
      none(await page.faults(), 'faults');
    });
  }
}

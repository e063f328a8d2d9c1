// The modules of the core in the page: brought in when they are asked for, gone on with after a breakdown, within the
// policy; and
// what a text may hold that reaches them.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { equal, none, ok } from './check.mjs';
import { address, keepFiles, openLab, paste, tablesShown, take, unfold, useSentence } from './lab.mjs';
import { LESSON, openLesson, ready, wordsOf } from './lesson.mjs';
import { inBothLanguages, test } from './registry.mjs';
import { SINGLE_FILE } from './site.mjs';
import { watch } from './watch.mjs';

/** Each module breaks down for as many calls as window.crashes says. Runs before the page's scripts. */
function mayCrash() {
  window.crashes = 0;
  const breaking = (attn) =>
    new Proxy(attn, {
      get(target, name) {
        const call = target[name];
        if (typeof call !== 'function') return call;
        return (...input) => {
          if (window.crashes <= 0) return call(...input);
          window.crashes -= 1;
          throw Object.assign(new Error('crashed'), { code: 'crashed' });
        };
      },
    });
  globalThis.attnModules = new Proxy(
    {},
    {
      set(modules, name, factory) {
        modules[name] = async (...input) => breaking(await factory(...input));
        return true;
      },
    },
  );
}

/** Keeps the addresses of scripts that are put into the page from now on. Runs in the page. */
function keepScripts() {
  window.brought = [];
  const look = (nodes) =>
    nodes.forEach((node) => {
      if (node.localName === 'script') window.brought.push(node.src);
    });
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => look(addedNodes))).observe(document, {
    childList: true,
    subtree: true,
  });
}

/** A figure of the text, in view or folded away, that a module has computed; marked, and its fact. */
const figureOf = (page, module) =>
  page.evaluate((name) => {
    const [figure] = [
      ...document.querySelectorAll(`.n[data-fact][data-kind="computed"][data-module="${name}"]`),
    ].filter((one) => !one.matches('[data-asked]'));
    if (!figure) return null;
    for (let place = figure.closest('details'); place; place = place.parentElement.closest('details'))
      place.open = true;
    figure.dataset.asked = name;
    return figure.dataset.fact;
  }, module);

const noteText = (page) => page.evaluate(() => document.querySelector('.figure-note')?.textContent ?? '');

/** Asks a figure of a module by a click; gives its fact and its note. */
async function askOf(page, module) {
  await page.evaluate(() =>
    document.querySelectorAll('[data-asked]').forEach((figure) => figure.removeAttribute('data-asked')),
  );
  const fact = await figureOf(page, module);
  ok(fact, `the page has a figure that ${module} computed`);
  await page.click(`[data-asked="${module}"]`);
  await page.until((id) => document.querySelector('.figure-note')?.textContent.includes(id), fact);
  return { fact, note: await noteText(page) };
}

const against = async (page) => (await page.faults()).filter((fault) => fault.includes('against the policy'));

export default function (site) {
  inBothLanguages('engine: a breakdown is said, the figures stay, and the page goes on', {}, async (context) => {
    const { page, lang, scratch } = context;
    const own = site.copyWith(mkdtempSync(join(scratch, 'crash-')), [watch, mayCrash]);
    await openLab({ ...context, site: own }, 'multi-head', '#heads=2');
    await unfold(page, '.settings');
    const before = await tablesShown(page);
    const crashed = await wordsOf(page, 'error.crashed');
    await page.evaluate(() => {
      window.crashes = 1;
    });
    await page.press('[name="temperature-slider"]', 'ArrowUp');
    await page.until(
      (text) =>
        [...document.querySelectorAll('[role="status"], [role="alert"], .message')].some(
          (place) => place.checkVisibility() && place.textContent.includes(text),
        ),
      crashed,
    );
    equal(await tablesShown(page), before, `${lang}: tables after a breakdown`);
    await page.evaluate(() => {
      window.crashes = 0;
    });
    await page.type('[name="temperature"]', '2');
    await page.until(
      (was) =>
        JSON.stringify(
          [...document.querySelectorAll('.heads > section:first-child td')].map((cell) => cell.textContent),
        ) !== was,
      JSON.stringify(before['head 0'].texts.flat()),
    );
    equal(
      await page.evaluate((text) => document.querySelector('main').textContent.includes(text), crashed),
      false,
      'whether the breakdown is still said',
    );
  });

  test('engine: the very first call of a module may be refused', { lang: 'zh' }, async (context) => {
    const { page } = context;
    await openLesson(context);
    const modules = await page.evaluate(() =>
      Object.keys(JSON.parse(document.querySelector('#page-data').textContent).scripts).filter(
        (name) => !name.endsWith('-data'),
      ),
    );
    ok(modules.includes('lesson') && modules.includes('ledger'), `modules of the page: ${modules}`);
    for (const name of modules) {
      const codes = await page.evaluate(async (module) => {
        const attn = await whyAttention.engine(module);
        return Object.keys(attn).map((call) => {
          try {
            attn[call]('a text');
            return 'answered';
          } catch (error) {
            return error.code;
          }
        });
      }, name);
      ok(codes.length > 0, `functions of ${name}: ${codes.length}`);
      none(
        codes.filter((code) => code !== 'type'),
        `what ${name} says of a text where an object belongs`,
      );
    }
  });

  inBothLanguages(
    'engine: asking what the lesson computed loads nothing, asking a figure of the ledger loads its module once',
    {},
    async (context) => {
      const { page, lang } = context;
      await openLesson(context);
      await page.evaluate(keepScripts);
      await askOf(page, 'lesson');
      equal(await page.evaluate(() => window.brought), [], 'scripts that a figure of the lesson brought');
      await page.press(null, 'Escape');
      const { fact, note } = await askOf(page, 'ledger');
      const exact = await page.evaluate((value) => whyAttention.printer.exact(value), site.facts[fact].value);
      ok(note.includes(exact), `"${note}" gives ${exact}`);
      const path = `${lang}/${LESSON}.html`;
      const brought = await page.evaluate(() => window.brought.map((src) => src.split('/').at(-1)));
      equal(
        brought,
        ['ledger', 'ledger-data'].map((name) => site.scriptOf(path, name).split('/').at(-1)),
        'scripts that a figure of the ledger brought',
      );
      await page.press(null, 'Escape');
      await askOf(page, 'ledger');
      equal(await page.evaluate(() => window.brought.length), 2, 'scripts after asking again');
      none(await page.faults(), 'faults');
    },
  );

  inBothLanguages(
    'engine: a further module that does not arrive is said by its name, and the rest still answers',
    {},
    async (context) => {
      const { page, site: whole, lang, scratch } = context;
      const path = `${lang}/${LESSON}.html`;
      const own = whole.copyChanged(mkdtempSync(join(scratch, 'ledger-')), { [whole.scriptOf(path, 'ledger')]: null });
      await openLesson({ ...context, site: own });
      ok(await figureOf(page, 'ledger'), 'the lesson has a figure of the ledger');
      await page.click('[data-asked="ledger"]');
      const said = await page.until(() =>
        [...document.querySelectorAll('.problem')]
          .filter((place) => place.checkVisibility())
          .map((place) => place.textContent)
          .join(' '),
      );
      ok(said.includes('ledger'), `"${said}" names the module`);
      ok(/\p{Script=Han}/u.test(said) === (lang === 'zh'), `"${said}" is in the language of the page`);
      await askOf(page, 'lesson');
    },
  );

  for (const edition of ['the folder', 'the single file']) {
    test(`engine: nothing against the policy in ${edition}: icon, PNG, modules`, {}, async (context) => {
      const { page, site: whole, engine } = context;
      const lang = engine === 'firefox' ? 'en' : 'zh';
      const go = async (stem) => {
        await page.open(
          edition === 'the folder' ? whole.url(`${lang}/${stem}.html`) : `${whole.url(SINGLE_FILE)}#/${lang}/${stem}`,
        );
        await ready(page);
      };
      none(
        [...site.read(`${lang}/${LESSON}.html`).matchAll(/<link rel="icon"[^>]*href="(data:[^"]*)"/g)].map(
          ([tag]) => tag,
        ),
        'icons as data:',
      );
      await go('softmax');
      await page.evaluate(keepFiles);
      const png = await take(page, 'png');
      equal(
        [png.name, png.start.slice(0, 4)],
        ['softmax.png', [0x89, 0x50, 0x4e, 0x47]],
        'name and signature of the picture',
      );
      none(await against(page), 'softmax');
      await go(LESSON);
      await askOf(page, 'ledger');
      none(await against(page), LESSON);
      none(await page.faults(), 'faults');
    });
  }

  // Report 9: computed first, and the old state stays on refusal.
  inBothLanguages('engine: half an emoji is refused in words, in the field and in a link', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'multi-head', '#heads=4');
    const [tables, hash] = [await tablesShown(page), await address(page)];
    await unfold(page, '.settings');
    for (const text of ['a \ud83d b', '\ude42 b c', 'a b\ud83d']) {
      await page.evaluate(
        (units) => {
          const field = document.querySelector('input[name="sentence"]');
          field.value = String.fromCharCode(...units);
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        },
        [...Array(text.length)].map((_, i) => text.charCodeAt(i)),
      );
      await page.click('button[name="use"]');
      const said = await page.evaluate(() =>
        [...document.querySelectorAll('#sentence-message, .lab-notice')].map((place) => place.textContent).join(''),
      );
      ok(said.length > 5, `${JSON.stringify(text)}: "${said}" says why`);
      equal(
        [await tablesShown(page), await address(page)],
        [tables, hash],
        `${JSON.stringify(text)}: tables and address`,
      );
    }
    // It is not broken for good.
    await paste(page, 'input[name="sentence"]', 'one two three');
    await page.click('button[name="use"]');
    equal((await tablesShown(page))['head 0'].rows, ['one', 'two', 'three'], 'words afterwards');
    // In a link it can only stand as bytes that are no text.
    for (const broken of ['#words=a%20%F0%9F%99&heads=4', '#words=a%20%ED%A0%BD%20b&heads=4']) {
      await openLab(context, 'multi-head', broken);
      equal(await tablesShown(page), tables, `${broken}: tables`);
      const said = await page.evaluate(() =>
        [...document.querySelectorAll('.lab-notice, .problem')]
          .filter((place) => place.checkVisibility())
          .map((place) => place.textContent)
          .join(''),
      );
      ok(said.length > 5, `${broken}: "${said}" says what was not used`);
      equal(await address(page), '#heads=4', `${broken}: address`);
      none(await page.faults(), 'faults');
    }
  });

  // Report 16: a character that XML does not know.
  inBothLanguages('engine: control characters in words leave the picture well-formed', {}, async (context) => {
    const { page } = context;
    await openLab(context, 'multi-head', '#words=a%01b%20c%0Bd%7F%20%EF%BF%BE');
    await page.evaluate(keepFiles);
    const parse = (text) =>
      new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? '';
    equal(await page.evaluate(parse, (await take(page, 'svg')).text), '', 'what is wrong with the picture');
    const png = await take(page, 'png');
    equal(
      [png.name, png.start.slice(0, 4)],
      ['multi-head.png', [0x89, 0x50, 0x4e, 0x47]],
      'name and signature of the PNG file',
    );
    await useSentence(page, 'e\u0002f g');
    equal(
      await page.evaluate(parse, (await take(page, 'svg')).text),
      '',
      'what is wrong with the picture of a typed sentence',
    );
    none(await page.faults(), 'faults');
  });
}

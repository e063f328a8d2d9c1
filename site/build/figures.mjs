// Figures in templates: {% fact "id" %} prints one that can be asked, {% fact "id", "bare" %} the same without its unit,
// where the sentence names that; "id" | print, | printBare, | value, | ask and | askBare are for places inside an
// expression. A name that is none refuses to build.
import { exportFacts } from './facts.mjs';
import { dataBlock } from './page-data.mjs';
import { escape, langOf } from './pages.mjs';
import { printers } from './printers.mjs';
import { qualitySpeed } from './quality-speed.mjs';
import { nearest, refuse } from './refuse.mjs';
import { words } from './words.mjs';

/** @param {any} config @param {{ facts: Record<string, any>, world: any, sentence: any }} computed */
export function figures(config, { facts, world, sentence }) {
  const factOn = (page, id) =>
    facts[id] ?? refuse(page, `no figure is called "${id}"${nearest(String(id), Object.keys(facts))}`);

  // A span, since a button element would break lines in front of a comma.
  // It is asked of the page's own module where that one knows it. An order is one of the five words, which are Chinese.
  const ask = (fact, lang, own, bare = false) =>
    `<span class="n${typeof fact.value === 'object' ? ' several' : ''}" role="button" tabindex="0"${bare ? ' data-bare' : ''}` +
    `${fact.print === 'order' && lang !== 'zh' ? ' lang="zh-CN"' : ''}` +
    ` data-fact="${escape(fact.id)}" data-kind="${fact.kind}" data-module="${fact.modules.includes(own) ? own : fact.modules[0]}">` +
    `${escape(printers[lang].text(bare ? { ...fact, unit: '1' } : fact))}</span>`;

  config.addGlobalData('world', world);

  config.addFilter('value', function (id) {
    return factOn(this.page, id).value;
  });
  config.addFilter('print', function (id) {
    return printers[langOf(this.page)].text(factOn(this.page, id));
  });
  config.addFilter('printBare', function (id) {
    const { value, print } = factOn(this.page, id);
    return printers[langOf(this.page)].printed(value, print);
  });
  config.addFilter('ask', function (id) {
    return ask(factOn(this.page, id), langOf(this.page), this.ctx.module);
  });
  config.addFilter('askBare', function (id) {
    return ask(factOn(this.page, id), langOf(this.page), this.ctx.module, true);
  });
  config.addShortcode('fact', function (id, how) {
    if (how !== undefined && how !== 'bare') refuse(this.page, `a figure is printed "bare" or whole, not "${how}"`);
    return ask(factOn(this.page, id), langOf(this.page), this.ctx.module, how === 'bare');
  });
  // The run that the picture of the home page draws.
  config.addShortcode('sentenceRun', () => dataBlock(sentence, 'sentence-run'));
  config.addShortcode('exportFacts', () => JSON.stringify(exportFacts(facts), null, 1));

  config.addShortcode('token', function (id) {
    const token = world.tokens.find((t) => t.id === id);
    if (!token) refuse(this.page, `no token is called "${id}"; there are ${world.tokens.map((t) => t.id).join(', ')}`);
    const lang = langOf(this.page);
    if (lang === 'zh') return `<span class="token">「${token.text}」</span>`;
    return `<span class="token" lang="zh-CN" title="${escape(token.gloss[lang])}">${token.text}</span>`;
  });

  config.addShortcode('qualitySpeed', function () {
    const lang = langOf(this.page);
    return qualitySpeed(facts, printers[lang], words[lang], (fact) => ask(fact, lang, this.ctx.module));
  });
}

// Whether each piece of text stands in an element of its own language. Runs in the page.

/**
 * Gives sentences about what is wrong, in the page or in the elements that are named. The five tokens may stand in the texts
 * of attributes, which cannot be marked.
 */
export function languageFaults(selector = 'body') {
  const faults = [];
  const page = document.documentElement.lang;
  const han = /[\p{Script=Han}\u3000-\u303f\uff01-\uff60]/u;
  const latin = /\p{Script=Latin}/u;
  const show = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 80);
  const languageOf = (element) => element.closest('[lang]')?.getAttribute('lang');

  if (page !== 'zh-CN' && page !== 'en') faults.push(`html lang is "${page}"`);
  for (const element of document.querySelectorAll('[lang]')) {
    if (!['zh-CN', 'en'].includes(element.getAttribute('lang')))
      faults.push(`lang "${element.getAttribute('lang')}" on ${element.localName}`);
  }

  const roots = [...document.querySelectorAll(selector)];
  const nodes = roots.flatMap((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  });
  for (const node of nodes) {
    const text = node.data;
    const parent = node.parentElement;
    if (!text.trim() || parent.closest('script, style, noscript, template')) continue;
    const lang = languageOf(parent);
    if (lang === 'en' && han.test(text)) faults.push(`Chinese inside lang="en": ${show(text)}`);
    if (lang === 'zh-CN' && page === 'en' && latin.test(text) && !han.test(text))
      faults.push(`English inside lang="zh-CN": ${show(text)}`);
    if (lang === 'zh-CN' && /(?:[A-Za-z’']{2,}[ ,]+){6}/.test(text))
      faults.push(`an English sentence inside lang="zh-CN": ${show(text)}`);
  }

  // Texts that only assistive technology or a pointer brings up are in the page's language.
  const spoken = [
    'aria-label',
    'aria-description',
    'aria-valuetext',
    'aria-roledescription',
    'title',
    'alt',
    'placeholder',
  ];
  for (const element of roots.flatMap((root) => [
    ...root.querySelectorAll(spoken.map((name) => `[${name}]`).join(', ')),
  ])) {
    const language = element.closest('section[lang], [hreflang]') ? languageOf(element) : page;
    for (const name of spoken) {
      const text = element.getAttribute(name)?.replace(/小明|把|苹果|给了|小王/g, '');
      if (!text) continue;
      if (language === 'en' && han.test(text)) faults.push(`${name} in Chinese on an English page: ${show(text)}`);
      if (language === 'zh-CN' && latin.test(text.replace(/\bRNN\b/g, '')) && !han.test(text))
        faults.push(`${name} in English on a Chinese page: ${show(text)}`);
    }
  }

  const title = document.title.split('·')[0];
  if (han.test(title) !== (page === 'zh-CN')) faults.push(`title of another language: ${document.title}`);
  const description = document.querySelector('meta[name="description"]')?.content;
  if (description && han.test(description) !== (page === 'zh-CN'))
    faults.push(`description of another language: ${show(description)}`);
  return faults;
}

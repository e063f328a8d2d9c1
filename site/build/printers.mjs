// The pages' own figure printer, one for each language.
import { LANGUAGES, words } from './words.mjs';
import { FigurePrinter } from '../js/page/figure-printer.js';

export const printers = Object.fromEntries(
  Object.entries(LANGUAGES).map(([lang, locale]) => [lang, new FigurePrinter(locale, words[lang])]),
);

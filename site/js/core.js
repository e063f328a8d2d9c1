// @ts-check
// Starts the C++ core, once for the whole page, and hands it the data files.
// Uses createAttn (attn.js), LESSON_DATA (data.js), LESSON_WORDS (words-zh.js or words-en.js), FigurePrinter and askable (ask.js).
// Defines core, dataFile, printer, words, putWords, english, tokenNode, tokenName, embeddings, startLab, isRefusal, enable, problems, showProblem, showFigure, showCount, elements and labForm.

/** A sentence of the language file with its places filled. @param {string} key @param {Record<string, any>} [values] */
function words(key, values = {}) {
  const text = LESSON_WORDS[key];
  if (text === undefined) throw new Error(`the language file has no "${key}"`);
  return text.replace(/\{([\w-]+)\}/g, (_, name) => values[name]);
}

const printer = new FigurePrinter(document.documentElement.lang, LESSON_WORDS);

/** What went wrong on this page, for readers who report it and for the tests. @type {string[]} */
const problems = [];

/** Says it at the top of the page. @param {unknown} problem */
function showProblem(problem) {
  const message = problem instanceof Error ? problem.message : String(problem);
  problems.push(message);
  const place = document.querySelector('.problem');
  place.textContent = words('site.problem', { message });
  place.removeAttribute('hidden');
}

addEventListener('error', (event) => showProblem(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => showProblem(event.reason));
document.addEventListener('securitypolicyviolation', (event) => showProblem(`${event.violatedDirective}: ${event.blockedURI}`));

/** A file of data/, as the core takes it. @param {string} file */
const dataFile = (file) => ({ text: LESSON_DATA[file], file });

/**
 * Resolves once the core can be called; rejects where WebAssembly cannot start.
 * @type {Promise<{ attn: Attn, world: TeachingWorld }>}
 */
const core = Promise.resolve().then(createAttn).then((attn) => {
  const world = attn.teaching_world(dataFile('teaching-world.json'));
  return { attn, world };
});

/**
 * Starts a lab once the core is there. What comes back settles when its first picture is on the page.
 * @param {(started: { attn: Attn, world: TeachingWorld }) => any} start
 */
const startLab = (start) => core.then(
  (started) => Promise.resolve(started).then(start).catch(showProblem),
  (error) => showProblem(isRefusal(error) ? error : words('error.core', { message: error.message })),
);

/** True for an Error of the core about its input, which a page may word itself. @param {any} error */
const isRefusal = (error) => error instanceof Error && 'code' in error && 'where' in error;

/**
 * The same sentence as nodes, put into an element: a value may be a node, such as a token in its own language.
 * @param {Element} element @param {string} key @param {Record<string, any>} [values]
 */
function putWords(element, key, values = {}) {
  const parts = words(key, Object.fromEntries(Object.keys(values).map((name) => [name, `\u0000${name}\u0000`]))).split('\u0000');
  element.replaceChildren(...parts.map((part, i) => (i % 2 ? values[part] : part)).filter((part) => part !== ''));
}

const english = document.documentElement.lang === 'en';

/** A token of the sentence, marked as Chinese on English pages. @param {Token} token @returns {Node} */
function tokenNode(token) {
  if (!english) return document.createTextNode(token.text);
  const span = document.createElement('span');
  span.lang = 'zh-CN';
  span.textContent = token.text;
  return span;
}

/** A token where only plain text can stand, such as a label that is read out. @param {Token} token */
const tokenName = (token) => (english ? token.gloss.en : token.text);

/** A figure that can be asked, in a cell or a line. @param {Element} place @param {string} text @param {Question} question */
function showFigure(place, text, question) {
  const figure = /** @type {HTMLElement} */ (place.querySelector('.n')) ?? document.createElement('span');
  figure.textContent = text;
  askable(figure, question, place instanceof HTMLTableCellElement ? -1 : 0);
  place.replaceChildren(figure);
}

/** A count, and under a shortened one the exact number. @param {Element} place @param {number} value @param {Question} question */
function showCount(place, value, question) {
  const [short, exact] = [printer.count(value), printer.exact(value)];
  showFigure(place, short, question);
  if (short === exact) return;
  const small = document.createElement('small');
  small.className = 'exact';
  small.textContent = exact;
  place.append(small);
}

/** All elements that match. @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} */
const elements = (root, selector) => [...root.querySelectorAll(selector)].map((e) => /** @type {HTMLElement} */ (e));

/** Buttons stay in reach of the keyboard when they have nothing to do. @param {Element} button @param {boolean} able */
const enable = (button, able) => button.setAttribute('aria-disabled', String(!able));

/** The form of a lab. @param {Element} lab @returns {LabForm} */
const labForm = (lab) => /** @type {any} */ (lab.querySelector('form'));

/** The embeddings of a world as rows. @param {TeachingWorld} world */
const embeddings = (world) => world.tokens.map((token) => token.embedding);

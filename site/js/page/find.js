// @ts-check
// Looking things up in the page: what is not there is an error that says what was looked for, and where.

/** `<softmax-lab id="softmax-lab">` @param {ParentNode} root */
function nameOf(root) {
  if (!(root instanceof Element)) return 'the page';
  const marks = ['id', 'class'].flatMap((name) =>
    root.hasAttribute(name) ? [`${name}="${root.getAttribute(name)}"`] : [],
  );
  return `<${[root.localName, ...marks].join(' ')}>`;
}

/**
 * The element that matches, of the given kind.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root @param {string} selector @param {new (...args: any) => T} [Type] @returns {T}
 */
export function find(root, selector, Type = /** @type {any} */ (HTMLElement)) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`${nameOf(root)} holds no ${selector}`);
  if (!(element instanceof Type))
    throw new Error(`${selector} in ${nameOf(root)} is a <${element.localName}>, wanted ${Type.name}`);
  return element;
}

/**
 * The same where it may be missing.
 * @param {ParentNode} root @param {string} selector @returns {HTMLElement | undefined}
 */
export const findMaybe = (root, selector) => (root.querySelector(selector) ? find(root, selector) : undefined);

/** All elements that match. @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} */
export const elements = (root, selector) =>
  [...root.querySelectorAll(selector)].map((e) => /** @type {HTMLElement} */ (e));

/** All inputs that match. @param {ParentNode} root @param {string} selector @returns {HTMLInputElement[]} */
export const inputsOf = (root, selector) =>
  [...root.querySelectorAll(selector)].flatMap((e) => (e instanceof HTMLInputElement ? [e] : []));

/** Buttons stay in reach of the keyboard when they have nothing to do. @param {Element} button @param {boolean} able */
export const enable = (button, able) => button.setAttribute('aria-disabled', String(!able));

/**
 * The form of a lab, whose controls are reached by name.
 * @param {Element} lab @returns {import('../page.js').LabForm}
 */
export const labForm = (lab) => /** @type {any} */ (find(lab, 'form'));

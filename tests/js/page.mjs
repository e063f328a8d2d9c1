// A page without a browser, for modules that look at it when they are loaded: its data block and the few things that
// the scripts ask of a document. Import it first, then the module under test by `await import(…)`.
/** What a script may do to an element. */
export class FakeElement {
  constructor(localName = 'p') {
    Object.assign(this, {
      localName,
      textContent: '',
      hidden: false,
      dataset: {},
      children: [],
      listeners: {},
      attributes: {},
      style: {},
    });
  }

  addEventListener(name, act) {
    (this.listeners[name] ??= []).push(act);
  }

  dispatch(name, event = {}) {
    for (const act of this.listeners[name] ?? []) act({ target: this, preventDefault() {}, ...event });
  }

  querySelector() {
    return null;
  }

  querySelectorAll() {
    return [];
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }

  /** All text below. */
  get innerText() {
    return (
      this.textContent + this.children.map((child) => (typeof child === 'string' ? child : child.innerText)).join('')
    );
  }

  prepend(...children) {
    this.children.unshift(...children);
  }

  scrollIntoView() {
    this.inView = true;
  }

  before(element) {
    this.beforeIt = element;
  }

  after() {}

  remove() {}

  removeAttribute(name) {
    delete this.attributes[name];
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  toggleAttribute() {}
}

/** Elements that the page has, by selector. @type {Record<string, FakeElement>} */
export const placed = {};

/** Scripts that were put into the page, in order. */
export const scripts = [];

/**
 * What the data block says: language and words, and whatever else a test needs.
 * @param {{ lang?: string, words?: Record<string, string>, scripts?: Record<string, string> }} [data]
 */
export function openPage({ lang = 'en', words = {}, ...more } = {}) {
  const data = {
    lang,
    stem: 'test',
    build: 'B',
    words: { 'list.separator': ', ', ...words },
    modules: [],
    scripts: {},
    ...more,
  };
  placed['#page-data'] = Object.assign(new FakeElement('script'), { textContent: JSON.stringify(data) });
  placed['.problem'] ??= new FakeElement();
  placed['.engine'] ??= new FakeElement();
  globalThis.HTMLElement = FakeElement;
  globalThis.Element = FakeElement;
  for (const name of [
    'HTMLInputElement',
    'HTMLSelectElement',
    'HTMLTableCellElement',
    'HTMLDetailsElement',
    'HTMLParagraphElement',
    'HTMLTextAreaElement',
  ]) {
    globalThis[name] = class extends FakeElement {};
  }
  globalThis.MutationObserver = class {
    observe() {}
  };
  globalThis.ResizeObserver = class {
    observe() {}
  };
  globalThis.customElements = { define() {} };
  globalThis.addEventListener = () => {};
  globalThis.location = { hash: '', href: 'file:///test.html', reload() {} };
  globalThis.history = {
    state: null,
    replaceState(state, title, address) {
      globalThis.location.hash = address === '#' ? '' : address;
    },
  };
  globalThis.document = {
    documentElement: { lang },
    body: new FakeElement('body'),
    head: {
      append: (script) => {
        scripts.push(script);
      },
    },
    activeElement: null,
    addEventListener() {},
    createElement: (name) => new FakeElement(name),
    createTextNode: (text) => Object.assign(new FakeElement('#text'), { textContent: text }),
    querySelector: (selector) => placed[selector] ?? null,
    querySelectorAll: () => [],
  };
}

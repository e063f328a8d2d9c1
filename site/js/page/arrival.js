// @ts-check
// Links that set a laboratory bring the reader to it, say what they have set, and offer the way back. What is the
// reader's own, a sentence and edited entries, goes along from page to page.
import { address, addressValues } from './address.js';
import { words } from './words.js';

/** Settings that belong to the reader and not to a page. */
const CARRIED = ['words', 'edit'];

/** The link of this page that was followed last, until its laboratory has come. @type {HTMLAnchorElement | undefined} */
let followed;

/** Was the page asked for, and not merely shown again? Then its address is news. */
const isNews = () => {
  // In the single file another page is a reload; it says so of itself.
  if (history.state?.arriving) {
    history.replaceState(null, '');
    return true;
  }
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  return (entry?.type ?? 'navigate') === 'navigate';
};
let opening = isNews();
addEventListener('hashchange', () => {
  opening = false;
});

/**
 * A laboratory shows what the address says: where the address says something of it, it comes into view.
 * @param {HTMLElement} lab @param {{ names: string[], state: string, unused?: string[] }} how
 *   names: of its settings; state: what is set, for people; unused: what of the address could not be used
 */
export function arrive(lab, { names, state, unused = [] }) {
  lab.querySelector('.arrival')?.remove();
  const said = names.filter((name) => address.read()[name] !== undefined);
  if (!said.length || (!followed && !opening)) return;
  const link = followed;
  followed = undefined;
  const own = said.every((name) => CARRIED.includes(name));
  const place = document.createElement('p');
  place.className = 'arrival note';
  lab.prepend(place);
  place.setAttribute('role', 'status');
  place.append(words(own ? 'arrival.carried' : 'arrival.set', { state: state || words('arrival.standard') }));
  if (unused.length) place.append(' ', words('arrival.unused', { parts: unused.join(words('list.separator')) }));
  if (link) place.append(' ', backTo(link, place));
  if (!own || link) lab.scrollIntoView({ block: 'start' });
}

/** @param {HTMLAnchorElement} link @param {HTMLElement} place */
function backTo(link, place) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'back',
    textContent: words('arrival.back'),
  });
  button.addEventListener('click', () => {
    place.remove();
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'center' });
  });
  return button;
}

/** The route of a page in the single file, "/zh/softmax". @param {string} hash */
const routeOf = (hash) => (hash.startsWith('#/') ? hash.slice(1).split('&')[0] : '');

/** Is it a page of this site, in the folder or in the single file? @param {URL} url */
const isPage = (url) =>
  url.protocol === location.protocol &&
  url.host === location.host &&
  (url.pathname === location.pathname ? routeOf(url.hash) !== '' : url.pathname.endsWith('.html') && url.hash === '');

/** Makes a link to another page take along what is the reader's own. @param {HTMLAnchorElement} link */
function carry(link) {
  const url = new URL(link.href, location.href);
  const route = routeOf(url.hash);
  const plain = link.dataset.plain ?? link.getAttribute('href');
  if (link.dataset.plain === undefined) {
    const set = Object.keys(addressValues(url.hash)).length > 0;
    if (!isPage(url) || set || link.hasAttribute('download')) return;
    link.dataset.plain = plain;
  }
  const here = addressValues(location.hash);
  // The other language shows the same page: it takes all.
  const names = link.hreflang ? Object.keys(here) : CARRIED.filter((name) => here[name] !== undefined);
  const values = names.map((name) => `${name}=${encodeURIComponent(here[name])}`);
  if (!values.length) link.setAttribute('href', plain);
  else link.setAttribute('href', `${plain.split('#')[0]}#${[...(route ? [route] : []), ...values].join('&')}`);
}

/** @param {Event} event */
const linkOf = ({ target }) => (target instanceof Element ? target.closest('a[href]') : null);

for (const kind of ['pointerdown', 'focusin', 'click'])
  document.addEventListener(
    kind,
    (event) => {
      const link = linkOf(event);
      if (link instanceof HTMLAnchorElement) carry(link);
    },
    true,
  );

document.addEventListener('click', (event) => {
  const link = linkOf(event);
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
  const url = new URL(link.href, location.href);
  const set = Object.keys(addressValues(url.hash)).length > 0;
  if (!set || url.pathname !== location.pathname || routeOf(url.hash) !== routeOf(location.hash)) return;
  followed = link;
  // What stands in the address already is no change for a browser; for a reader it is a link that does something.
  if (url.hash === location.hash) dispatchEvent(new HashChangeEvent('hashchange'));
});

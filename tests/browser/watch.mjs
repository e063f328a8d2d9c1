// Runs in a page before its own scripts and keeps what goes wrong in window.lessonWatch.
// Chromium and Firefox take it as a preload script; WebKitWebDriver has none, and no console either, so WebKit gets
// copies of
// the pages with this in front (site.mjs).

export function watch() {
  if (window.lessonWatch) return;
  const seen = [];
  Object.defineProperty(window, 'lessonWatch', { value: seen });
  for (const level of ['error', 'warn']) {
    const plain = console[level];
    console[level] = (...words) => {
      seen.push(`console.${level}: ${words.join(' ')}`);
      plain.apply(console, words);
    };
  }
  addEventListener(
    'error',
    (event) => {
      const from = event.target;
      const loading = from instanceof Element;
      seen.push(loading ? `could not load ${from.src ?? from.href ?? from.outerHTML}` : `error: ${event.message}`);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => seen.push(`unhandled rejection: ${event.reason}`));
  addEventListener('securitypolicyviolation', (event) => {
    seen.push(`against the policy: ${event.violatedDirective} ${event.blockedURI}`);
  });
}

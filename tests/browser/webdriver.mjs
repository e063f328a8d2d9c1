// A small WebDriver client, for WebKitWebDriver. https://www.w3.org/TR/webdriver2/

const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

export class WebDriver {
  /** @param {string} base such as http://127.0.0.1:4444 */
  constructor(base) {
    this.base = base;
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async send(method, path, body) {
    const response = await fetch(this.base + path, {
      method,
      body: body && JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  /** Opens the one session of this client. @param {object} capabilities */
  async begin(capabilities) {
    const session = await this.send('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
    this.session = `/session/${session.sessionId}`;
    // run.mjs watches whether anything is answered.
    await this.in('POST', '/timeouts', { script: 3_600_000, pageLoad: 3_600_000, implicit: 0 });
    return session.capabilities;
  }

  in(method, path, body) {
    return this.send(method, this.session + path, body);
  }

  end() {
    return this.in('DELETE', '');
  }

  open(url) {
    return this.in('POST', '/url', { url });
  }

  reload() {
    return this.in('POST', '/refresh', {});
  }

  address() {
    return this.in('GET', '/url');
  }

  /** The value of an expression that gives a promise of a text. @param {string} expression */
  async evaluate(expression) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => ${expression}).then((text) => done({ text }), (error) => done({ error: String(error) + ' ' + (error?.stack ?? '') }));`;
    const { text, error } = await this.in('POST', '/execute/async', { script, args: [] });
    if (error) throw new Error(error);
    return text;
  }

  async click(selector) {
    const element = await this.in('POST', '/element', { using: 'css selector', value: selector });
    await this.in('POST', `/element/${Object.values(element)[0]}/click`, {});
  }

  /** Presses keys one after the other, while others are held down. @param {string[]} names @param {string[]} held */
  async press(names, held = []) {
    const key = (type) => (name) => ({ type, value: KEYS[name] ?? name });
    const down = key('keyDown');
    const up = key('keyUp');
    const actions = [...held.map(down), ...names.flatMap((name) => [down(name), up(name)]), ...held.map(up)];
    await this.in('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async screenshot() {
    return Buffer.from(await this.in('GET', '/screenshot'), 'base64');
  }
}

// The three points of the GQA paper's table as a picture: quality against time, as reported. Used by
// eleventy.config.mjs.

const LAYOUTS = ['mha', 'gqa-8', 'mqa'];
// As wide as a phone: it is not drawn anew there, and shrunk its words would be too small.
const SIZE = { width: 320, height: 250, left: 16, right: 24, top: 26, bottom: 40 };

/** A position on a linear axis. */
const axis =
  ([from, to], [start, end]) =>
  (value) =>
    start + ((end - start) * (value - from)) / (to - from);

/**
 * @param {Record<string, any>} facts
 * @param {any} printer of the page's language
 * @param {Record<string, string>} w its words
 * @param {(fact: any) => string} ask prints a figure that can be asked
 */
export function qualitySpeed(facts, printer, w, ask) {
  const points = LAYOUTS.map((layout) => ({
    layout,
    average: facts[`papers.gqa.${layout}-xxl.average`],
    seconds: facts[`papers.gqa.${layout}-xxl.seconds`],
  }));
  const { width, height, left, right, top, bottom } = SIZE;
  const times = points.map(({ seconds }) => seconds.value);
  const scores = points.map(({ average }) => average.value);
  const spare = (Math.max(...scores) - Math.min(...scores)) / 3;
  const x = axis([0, Math.max(...times)], [left, width - right]);
  const y = axis([Math.min(...scores) - spare, Math.max(...scores) + spare], [height - bottom, top]);
  const name = ({ layout }) => w[`quality-speed.${layout}`];
  const label = points
    .map((point) => `${name(point)}: ${printer.text(point.average)}, ${printer.text(point.seconds)}`)
    .join('; ');
  const marks = points
    .map((point) => {
      const [cx, cy] = [x(point.seconds.value), y(point.average.value)].map(Math.round);
      const [side, at] = cx > width / 2 ? ['end', cx + 8] : ['start', cx + 12];
      const line = (text, down, style) => `<text class="${style}${side}" x="${at}" y="${cy + down}">${text}</text>`;
      return (
        `<circle class="point attention" cx="${cx}" cy="${cy}" r="6"/>${line(name(point), side === 'end' ? 24 : 0, '')}` +
        line(`${printer.text(point.average)} · ${printer.text(point.seconds)}`, side === 'end' ? 41 : 17, 'small ')
      );
    })
    .join('');
  const cell = (fact) => `<td class="num">${ask(fact)}</td>`;
  const rows = points
    .map((point) => `<tr><th scope="row">${name(point)}</th>${cell(point.average)}${cell(point.seconds)}</tr>`)
    .join('');
  const heads = ['layout', 'average', 'seconds']
    .map((column) => `<th scope="col">${w[`quality-speed.${column}`]}</th>`)
    .join('');
  return `<figure class="quality-speed">
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<path class="grid" d="M${left} ${top}V${height - bottom}H${width - right}"/>
<text class="small end" x="${width - right}" y="${height - 14}">${w['quality-speed.seconds']}</text>
<text class="small start" x="8" y="14">${w['quality-speed.average']}</text>
${marks}</svg>
<div class="table"><table class="features"><caption>${w['quality-speed.table']}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>${rows}</tbody></table></div>
<figcaption><b>${w['kind.quoted']}</b> ${w['quality-speed.caption']}</figcaption>
</figure>`;
}

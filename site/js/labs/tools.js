// @ts-check
// What a lab can be taken away as: a link to its state, its matrices as CSV or JSON, its picture as SVG or PNG.
import { words } from '../page/words.js';

/**
 * @typedef {{ name: string, rows: string[], columns: string[], values: ArrayLike<ArrayLike<number>>,
 *             texts: string[][], shares: (number | undefined)[][] }} TakenMatrix
 */

/** A cell of a CSV file (RFC 4180). @param {string | number} value */
const csvCell = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

/** @param {TakenMatrix[]} matrices */
export const matricesAsCsv = (matrices) => `\uFEFF${matrices.map(({ name, rows, columns, values }) => [
  [name, ...columns], ...rows.map((row, i) => [row, ...Array.from(values[i])]),
].map((line) => line.map(csvCell).join(',')).join('\r\n')).join('\r\n\r\n')}\r\n`;

/** @param {TakenMatrix[]} matrices @param {Record<string, any>} state */
export const matricesAsJson = (matrices, state) => JSON.stringify({
  page: location.href,
  state,
  // JSON has no infinity: a hidden score is the text "-inf".
  matrices: matrices.map(({ name, rows, columns, values }) => ({
    name, rows, columns, values: Array.from(values, (row) => Array.from(row, (value) => (value === -Infinity ? '-inf' : value))),
  })),
}, null, 1);

/** @param {string} text */
const xml = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

const CELL = { width: 76, height: 34, head: 120, gap: 46 };

/** The matrices as one drawing, black and blue on white, words upright. @param {TakenMatrix[]} matrices */
export function matrixPicture(matrices) {
  const width = CELL.head + CELL.width * Math.max(...matrices.map(({ columns }) => columns.length)) + 20;
  let top = 0;
  const parts = matrices.map(({ name, rows, columns, texts, shares }) => {
    const y = top;
    top += CELL.gap + CELL.height * (rows.length + 1);
    const at = (/** @type {number} */ i, /** @type {number} */ j) => ({ x: CELL.head + j * CELL.width, y: y + CELL.gap - 12 + (i + 1) * CELL.height });
    const text = (/** @type {string} */ content, /** @type {number} */ x, /** @type {number} */ line, anchor = 'middle', fill = '#1c1d1f') => `<text x="${x}" y="${line}" text-anchor="${anchor}" fill="${fill}">${xml(content)}</text>`;
    return [
      text(name, 8, y + 22, 'start'),
      ...columns.map((column, j) => text(column, at(0, j).x + CELL.width / 2, at(-1, j).y + 22)),
      ...rows.flatMap((row, i) => [
        text(row, CELL.head - 10, at(i, 0).y + 22, 'end'),
        ...columns.map((_, j) => {
          const { x, y: cellTop } = at(i, j);
          const share = shares[i][j];
          return `<rect x="${x}" y="${cellTop}" width="${CELL.width}" height="${CELL.height}" fill="#1f5fae" fill-opacity="${share === undefined ? 0 : 0.66 * share}" stroke="#d9d6cc"/>`
            + text(texts[i][j], x + CELL.width / 2, cellTop + 22);
        }),
      ]),
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top + 10}" viewBox="0 0 ${width} ${top + 10}" font-family="sans-serif" font-size="15">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>`;
}

/** @param {string} svg @returns {Promise<Blob>} twice as large, for slides */
async function asPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => { canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG')))); });
}

export class LabTools {
  /**
   * @param {HTMLElement} place with buttons copy, csv, json, svg and png, and an output
   * @param {string} name of the files @param {() => { matrices: TakenMatrix[], state: Record<string, any> }} take
   */
  constructor(place, name, take) {
    const said = place.querySelector('output');
    const say = (/** @type {string} */ key) => { said.textContent = words(key); };
    const save = (/** @type {Blob} */ blob, /** @type {string} */ ending) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `${name}.${ending}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      say('tools.saved');
    };
    /** @type {Record<string, () => any>} */
    const acts = {
      csv: () => save(new Blob([matricesAsCsv(take().matrices)], { type: 'text/csv' }), 'csv'),
      json: () => save(new Blob([matricesAsJson(take().matrices, take().state)], { type: 'application/json' }), 'json'),
      svg: () => save(new Blob([matrixPicture(take().matrices)], { type: 'image/svg+xml' }), 'svg'),
      png: async () => save(await asPng(matrixPicture(take().matrices)), 'png'),
      copy: () => this.copy(place, say),
    };
    for (const [action, act] of Object.entries(acts)) place.querySelector(`[name="${action}"]`).addEventListener('click', act);
  }

  /** Where a page opened from disk may not use the clipboard, the link stands there to be copied. @param {HTMLElement} place @param {(key: string) => void} say */
  async copy(place, say) {
    const field = /** @type {HTMLInputElement} */ (place.querySelector('.link'));
    field.value = location.href;
    try {
      await navigator.clipboard.writeText(location.href);
      say('tools.copied');
    } catch {
      field.hidden = false;
      field.select();
      say('tools.copy-by-hand');
    }
  }
}

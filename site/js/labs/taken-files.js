// @ts-check
// Matrices as files: CSV, JSON, an SVG drawing, and that drawing as PNG.

/**
 * @typedef {{
 *   name: string, rows: string[], columns: string[], values: ArrayLike<ArrayLike<number>>,
 *   texts: string[][], shares: (number | undefined)[][],
 * }} TakenMatrix
 *   texts: as the page prints them; shares: how dark a cell is drawn, where it is a share
 */

/** U+FFFD, which stands for a character that is none; made when needed, since a file that holds one looks broken. */
export const REPLACEMENT = String.fromCodePoint(0xfffd);

/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front.
 * @param {string | number} value
 */
export function csvCell(value) {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {TakenMatrix[]} matrices */
export function matricesAsCsv(matrices) {
  const parts = matrices.map(({ name, rows, columns, values }) => {
    const lines = [[name, ...columns], ...rows.map((row, i) => [row, ...Array.from(values[i])])];
    return lines.map((line) => line.map(csvCell).join(',')).join('\r\n');
  });
  return `\uFEFF${parts.join('\r\n\r\n')}\r\n`;
}

/** JSON has no infinity: a hidden score is the text "-inf". @param {number} value */
const jsonNumber = (value) => (value === -Infinity ? '-inf' : value);

/** @param {{ page: string, state: Record<string, string>, matrices: TakenMatrix[] }} taken */
export const matricesAsJson = ({ page, state, matrices }) =>
  JSON.stringify(
    {
      page,
      state,
      matrices: matrices.map(({ name, rows, columns, values }) => ({
        name,
        rows,
        columns,
        values: Array.from(values, (row) => Array.from(row, jsonNumber)),
      })),
    },
    null,
    1,
  );

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that no XML document may hold, however they are written. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** @param {string} text */
const xml = (text) => text.replace(NOT_XML, REPLACEMENT).replace(/[&<>"]/g, (c) => ENTITIES[c]);

const CELL = { width: 76, height: 34, head: 120, gap: 46 };

/** @param {string} content @param {{ x: number, y: number, anchor?: string }} place */
const svgText = (content, { x, y, anchor = 'middle' }) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#1c1d1f">${xml(content)}</text>`;

/** @param {number} x @param {number} y @param {number} [share] */
const svgCell = (x, y, share = 0) =>
  `<rect x="${x}" y="${y}" width="${CELL.width}" height="${CELL.height}" fill="#1f5fae"` +
  ` fill-opacity="${0.66 * share}" stroke="#d9d6cc"/>`;

/** One matrix, drawn from y on. @param {TakenMatrix} matrix @param {number} y */
function drawn({ name, rows, columns, texts, shares }, y) {
  const left = (/** @type {number} */ j) => CELL.head + j * CELL.width;
  const top = (/** @type {number} */ i) => y + CELL.gap - 12 + (i + 1) * CELL.height;
  const middle = (/** @type {number} */ j) => left(j) + CELL.width / 2;
  return [
    svgText(name, { x: 8, y: y + 22, anchor: 'start' }),
    ...columns.map((column, j) => svgText(column, { x: middle(j), y: top(-1) + 22 })),
    ...rows.flatMap((row, i) => [
      svgText(row, { x: CELL.head - 10, y: top(i) + 22, anchor: 'end' }),
      ...columns.map(
        (_, j) => svgCell(left(j), top(i), shares[i][j]) + svgText(texts[i][j], { x: middle(j), y: top(i) + 22 }),
      ),
    ]),
  ].join('\n');
}

/** The matrices as one drawing, black and blue on white, words upright. @param {TakenMatrix[]} matrices */
export function matrixPicture(matrices) {
  const width = CELL.head + CELL.width * Math.max(...matrices.map(({ columns }) => columns.length)) + 20;
  let height = 0;
  const parts = matrices.map((matrix) => {
    const y = height;
    height += CELL.gap + CELL.height * (matrix.rows.length + 1);
    return drawn(matrix, y);
  });
  height += 10;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="15">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>`;
}

/** @param {string} svg @returns {Promise<Blob>} twice as large, for slides */
export async function asPng(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('canvas.toBlob'))));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

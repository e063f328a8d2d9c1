// @ts-check
// A table with row and column heads, built as elements: the twin of every drawing. Defines matrixTable.

/**
 * @param {{ caption: string, columns: (string | Node)[], rows: (string | Node)[], corner?: string,
 *           cell: (row: number, column: number) => string | { text: string, className?: string, share?: number } }} table
 */
function matrixTable({ caption, columns, rows, corner = '', cell }) {
  const element = document.createElement('table');
  element.createCaption().textContent = caption;
  const head = element.createTHead().insertRow();
  for (const text of [corner, ...columns]) {
    const th = document.createElement('th');
    th.scope = 'col';
    th.append(text);
    head.append(th);
  }
  const body = element.createTBody();
  rows.forEach((name, i) => {
    const row = body.insertRow();
    const th = document.createElement('th');
    th.scope = 'row';
    th.append(name);
    row.append(th);
    columns.forEach((_, j) => {
      const content = cell(i, j);
      const { text, className = '', share = undefined } = typeof content === 'string' ? { text: content } : content;
      const td = row.insertCell();
      td.textContent = text;
      td.className = `num ${className}`.trim();
      if (share !== undefined) {
        td.style.setProperty('--share', String(share));
      }
    });
  });
  return element;
}

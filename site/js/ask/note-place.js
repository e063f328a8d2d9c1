// @ts-check
// Where a note stands: so that it and its figure are both in view. Under the paragraph of a figure in the text; beside a
// figure in a table or a picture, where it would else stand below all of it; on a narrow page along the bottom.

const NARROW = 640;
const EDGE = 16; // px to the edge of the view
const GAP = 8; // px to the figure
const LEAST = 220; // px that a note wants above or below its figure

const view = () => ({ width: document.documentElement.clientWidth, height: innerHeight });

/** @param {HTMLElement} note @param {Record<string, string>} styles */
function put(note, styles) {
  for (const side of ['top', 'bottom', 'left', 'width', 'max-height']) note.style.removeProperty(side);
  for (const [name, value] of Object.entries(styles)) note.style.setProperty(name, value);
}

/** @param {Element} figure */
const inText = (figure) => !figure.closest('table, .table, svg');

/** @param {HTMLElement} note @param {Element} figure */
export function placeNote(note, figure) {
  const { width, height } = view();
  const narrow = width < NARROW;
  note.classList.toggle('under', !narrow && inText(figure));
  if (narrow)
    return put(note, { left: '0', bottom: '0', width: '100%', 'max-height': `${Math.floor(height * 0.5)}px` });
  if (inText(figure)) return put(note, {});
  const box = figure.getBoundingClientRect();
  const wide = Math.min(576, width - 2 * EDGE);
  const left = Math.min(Math.max(EDGE, box.left - EDGE), width - wide - EDGE);
  const room = { below: height - box.bottom - GAP - EDGE, above: box.top - GAP - EDGE };
  put(note, { left: `${left}px`, width: `${wide}px` });
  const below = room.below >= Math.min(note.scrollHeight, LEAST) || room.below >= room.above;
  note.style.setProperty('max-height', `${Math.max(below ? room.below : room.above, 0)}px`);
  if (below) note.style.setProperty('top', `${box.bottom + GAP}px`);
  else note.style.setProperty('bottom', `${height - box.top + GAP}px`);
  return undefined;
}

/**
 * Moves the page where figure and note are not seen together.
 * @param {HTMLElement} note @param {Element} figure
 */
export function bringIntoView(note, figure) {
  const { width, height } = view();
  const box = figure.getBoundingClientRect();
  const up = (/** @type {number} */ by) => scrollBy({ top: by, behavior: 'instant' });
  if (width < NARROW) {
    if (box.top < EDGE || box.bottom > height * 0.5 - GAP) up(box.top - height / 4);
  } else if (inText(figure)) {
    const over = note.getBoundingClientRect().bottom - height + EDGE;
    if (box.top < EDGE) up(box.top - EDGE);
    else if (over > 0) up(Math.min(over, box.top - EDGE));
  } else if (box.top < EDGE || (height - box.bottom < LEAST && box.top < LEAST)) {
    up(box.top - height / 4);
  }
  placeNote(note, figure);
}

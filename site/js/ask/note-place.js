// @ts-check
// Where a note stands: beside its figure, so that both are in view at every size; on a narrow page along the bottom.

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

/** @param {HTMLElement} note @param {Element} figure */
export function placeNote(note, figure) {
  const { width, height } = view();
  if (width < NARROW) {
    put(note, { left: '0', bottom: '0', width: '100%', 'max-height': `${Math.floor(height * 0.5)}px` });
    return;
  }
  const box = figure.getBoundingClientRect();
  const wide = Math.min(576, width - 2 * EDGE);
  const left = Math.min(Math.max(EDGE, box.left - EDGE), width - wide - EDGE);
  const room = { below: height - box.bottom - GAP - EDGE, above: box.top - GAP - EDGE };
  put(note, { left: `${left}px`, width: `${wide}px` });
  const wanted = note.scrollHeight;
  const below = room.below >= Math.min(wanted, LEAST) || room.below >= room.above;
  const most = Math.max(below ? room.below : room.above, 0);
  note.style.setProperty('max-height', `${most}px`);
  if (below) note.style.setProperty('top', `${box.bottom + GAP}px`);
  else note.style.setProperty('bottom', `${height - box.top + GAP}px`);
}

/** Moves the page where figure and note would not be seen together. @param {Element} figure */
export function makeRoom(figure) {
  const { width, height } = view();
  const box = figure.getBoundingClientRect();
  const most = width < NARROW ? height * 0.5 - GAP : height - LEAST - GAP;
  const fits = box.top >= EDGE && (box.bottom <= most || (width >= NARROW && box.top >= LEAST));
  if (!fits) scrollBy({ top: box.top - height / 4, behavior: 'instant' });
}

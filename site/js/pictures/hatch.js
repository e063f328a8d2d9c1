// @ts-check
// Hatching: there, but not at work. Lines that end at the edges, since a pattern would be lost in print and downloads.

/**
 * Slanting lines across a rectangle, as a path.
 * @param {{ x: number, y: number, width: number, height: number }} box @param {number} gap between the lines
 */
export function hatchPath({ x, y, width, height }, gap) {
  const lines = [];
  // Each line is x + y = c, counted from the upper left corner.
  for (let c = gap; c < width + height; c += gap) {
    const [fromX, fromY] = c < height ? [0, c] : [c - height, height];
    const [toX, toY] = c < width ? [c, 0] : [width, c - width];
    lines.push(`M${x + fromX} ${y + fromY}L${x + toX} ${y + toY}`);
  }
  return lines.join('');
}

// What the tests may take: seconds for one test of a file, by engine, on two idle cores with the three engines side by
// side.
// A budget is printed, never enforced: a timing is no verdict. A file that is not named has the usual pace.

const USUAL = { chromium: 0.9, firefox: 1.5, webkit: 1.6 };
const PACE = {
  accessibility: { chromium: 1.2, firefox: 1.5, webkit: 2 },
  'count-panel': { chromium: 1.5, firefox: 2, webkit: 3 },
  delivery: { chromium: 1.5, firefox: 3, webkit: 4 },
  'lab-any': { chromium: 3, firefox: 5, webkit: 8 },
  'links-into': { chromium: 0.4, firefox: 0.8, webkit: 1 },
  pages: { chromium: 0.5, firefox: 0.8, webkit: 1 },
  sentences: { chromium: 2.5, firefox: 3, webkit: 4 },
  'single-file': { chromium: 3, firefox: 4, webkit: 5 },
};
const ENGINES = ['files', 'chromium', 'firefox', 'webkit'];

/** Seconds that one test of a file should take in an engine. @param {string} file @param {string} engine */
export const expected = (file, engine) => (engine === 'files' ? 0.2 : (PACE[file]?.[engine] ?? USUAL[engine]));

/**
 * A table of files by engines: seconds taken, and the budget.
 * @param {{ engine: string, file: string, seconds: number }[]} times
 */
export function timeTable(times) {
  const engines = ENGINES.filter((engine) => times.some((time) => time.engine === engine));
  const names = [...new Set(times.map(({ file }) => file))].sort();
  const wide = Math.max(...names.map((name) => name.length), 5) + 2;
  const over = [];
  const cell = (file, engine) => {
    const mine = times.filter((time) => time.engine === engine && (file === undefined || time.file === file));
    if (!mine.length) return '';
    const took = mine.reduce((sum, { seconds }) => sum + seconds, 0);
    const budget = mine.reduce((sum, time) => sum + expected(time.file, engine), 0);
    if (file !== undefined && took > budget) over.push(`${file} in ${engine} by ${(took - budget).toFixed(0)} s`);
    return `${took.toFixed(1)} of ${budget.toFixed(0)}`;
  };
  const line = (name, cells) => name.padEnd(wide) + cells.map((text) => text.padStart(18)).join('');
  return [
    line('seconds, of budget', engines),
    ...names.map((file) =>
      line(
        file,
        engines.map((engine) => cell(file, engine)),
      ),
    ),
    line(
      'sum',
      engines.map((engine) => cell(undefined, engine)),
    ),
    over.length ? `over their budget, which is no failure: ${over.join(', ')}` : 'all within their budgets',
  ].join('\n');
}

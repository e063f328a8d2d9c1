// @ts-check
// What every page uses, in one script: what follows is reached as `whyAttention.NAME` by the pages' own scripts and
// by tests.
export * from './page/page-data.js';
export * from './page/figure-printer.js';
export * from './page/words.js';
export * from './page/problems.js';
export * from './page/find.js';
export * from './page/refusals.js';
export * from './page/tokens.js';
export * from './page/address.js';
export * from './page/number-field.js';
export * from './page/arrival.js';
export * from './page/engine.js';
export * from './page/start.js';
export * from './ask/cells.js';
export * from './ask/questions.js';
export * from './ask/cell-names.js';
export * from './ask/figures.js';
export * from './ask/expression-view.js';
export * from './ask/figure-note.js';
export * from './tables/matrix-table.js';
import './page/scrollable.js';
import './page/formulas.js';
// What all laboratories are built on.
export * from './labs/state.js';
export * from './labs/controls.js';
export * from './labs/taken-files.js';
export * from './labs/tools.js';
export * from './labs/undo.js';
export * from './labs/laboratory.js';
export * from './labs/sentence-form.js';
export * from './labs/pasted-cells.js';
export * from './labs/matrix-editor.js';
export * from './labs/query-choices.js';
export * from './labs/sentence-lab.js';
// What pictures are made of.
export * from './pictures/picture.js';
export * from './pictures/bands.js';
import './pictures/word-light.js';

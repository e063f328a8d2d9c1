// @ts-check
// The lesson "why-not-rnn".
import '../lesson/lane-head.js';
import '../lesson/design-steps.js';
import '../lesson/token-lanes.js';
import '../lesson/count-panel.js';
import '../lesson/cost-table.js';
import '../lesson/try-list.js';

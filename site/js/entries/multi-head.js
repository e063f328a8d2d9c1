// @ts-check
// The page "multi-head".
import '../labs/multi-head-lab.js';

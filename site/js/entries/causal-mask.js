// @ts-check
// The page "causal-mask".
import '../labs/causal-mask-lab.js';

// @ts-check
// The page "softmax".
import '../labs/softmax-lab.js';

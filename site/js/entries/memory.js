// @ts-check
// The page "memory".
import '../labs/memory-lab.js';

// @ts-check
// The page "query-key-value".
import '../labs/query-key-value-lab.js';

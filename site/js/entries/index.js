// @ts-check
// The home page.
import '../lesson/sentence-bands.js';

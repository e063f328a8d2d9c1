// How the pages are made: templates of site/ filled with the figures that the core computes, by the same WebAssembly
// modules in Node that the reader's browser runs later. Build the modules first (./lesson build does).
import { delivery } from './site/build/delivery.mjs';
import { computeFacts } from './site/build/facts.mjs';
import { figures } from './site/build/figures.mjs';
import { formulas } from './site/build/formulas.mjs';
import { pageData } from './site/build/page-data.mjs';
import { pages } from './site/build/pages.mjs';
import { sources } from './site/build/sources.mjs';
import { timeline } from './site/build/timeline.mjs';

export default async function (config) {
  const delivered = await delivery();
  pages(config);
  formulas(config);
  timeline(config);
  sources(config);
  figures(config, await computeFacts());
  pageData(config, delivered);

  config.addPassthroughCopy({ 'site/icon.svg': 'icon.svg', 'site/js': 'source' });
  config.addPassthroughCopy('LICENSE*');
  config.addPassthroughCopy({ 'data/*.json': 'data' }); // what the figures rest on, as a reader may look it up
  config.on('eleventy.after', ({ dir }) => delivered.write(dir.output));

  config.setNunjucksEnvironmentOptions({ throwOnUndefined: true, trimBlocks: true, lstripBlocks: true });
  config.addWatchTarget('site/');
  config.ignores.add('site/js/**');
  config.ignores.add('site/build/**');
  config.ignores.add('site/lang/**');

  return {
    dir: { input: 'site', includes: '_includes', data: '_data', output: 'dist' },
    htmlTemplateEngine: 'njk',
    markdownTemplateEngine: 'njk',
  };
}

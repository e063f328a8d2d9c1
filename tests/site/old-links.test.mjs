// Addresses that were given out: pages, parts of pages and states of labs of each release still open. What they then
// show is tested in the browsers. In the single file "zh/softmax.html#T=5" is "#/zh/softmax&T=5".
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const releases = JSON.parse(readFileSync('tests/site/old-links.json', 'utf8'));
const single = readFileSync('dist/why-attention.html', 'utf8');

for (const [release, pages] of Object.entries(releases)) {
  test(`links of ${release}: every page is there, with the parts that links name`, () => {
    for (const [page, hashes] of Object.entries(pages)) {
      assert.ok(existsSync(`dist/${page}`), page);
      const html = readFileSync(`dist/${page}`, 'utf8');
      for (const part of hashes.filter((hash) => !hash.includes('=')))
        assert.ok(html.includes(`id="${part}"`), `${page}#${part}`);
    }
  });

  test(`links of ${release}: the single file has every page under its route`, () => {
    for (const page of Object.keys(pages).filter((path) => /^(zh|en)\//.test(path))) {
      assert.ok(single.includes(`<template data-page="${page.replace(/\.html$/, '')}"`), page);
    }
    assert.match(single, /<body data-first="zh\/why-not-rnn">/);
  });
}

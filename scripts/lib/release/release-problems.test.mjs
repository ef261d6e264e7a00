// @ts-check
import { expect, test } from 'vitest';
import { installPages } from './install-pages.mjs';
import { releaseProblems } from './release-problems.mjs';

const complete = {
  homepage: 'https://docs.example/contract',
  repository: { type: 'git', url: 'git+https://git.example/contract.git' },
  bugs: { url: 'https://git.example/contract/issues' },
};

test('finds nothing in a complete manifest', () => {
  expect(releaseProblems(complete, { 'README.md': '# Readme' })).toEqual([]);
});

test.each([
  ['homepage', { ...complete, homepage: undefined }],
  ['homepage', { ...complete, homepage: 'http://127.0.0.1:4020/' }],
  ['repository', { ...complete, repository: { type: 'git', url: '../contract' } }],
  ['repository', { ...complete, repository: undefined }],
  ['bugs', { ...complete, bugs: {} }],
])('reports a missing or unusable %s', (name, manifest) => {
  expect(releaseProblems(manifest, {})).toEqual([expect.stringContaining(`package.json has no ${name}`)]);
});

test('reports a text that says that the package is not published', () => {
  const texts = { 'README.md': '# Readme', 'docs/start.md': 'The package is not on npm yet.' };
  expect(releaseProblems(complete, texts)).toEqual([
    'docs/start.md says that the package is not on npm yet. Remove that paragraph.',
  ]);
});

test('the pages that install the package agree on whether npm has it', () => {
  const pages = installPages();
  expect(Object.keys(pages).length).toBeGreaterThan(12);
  const isOnNpm = (/** @type {string | undefined} */ text) => !text?.includes('not on npm yet');
  const others = Object.keys(pages).filter((file) => isOnNpm(pages[file]) !== isOnNpm(pages['README.md']));
  expect(others).toEqual([]);
});

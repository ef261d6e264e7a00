// @ts-check
import { expect, test } from 'vitest';
import { releaseProblems } from './release-problems.mjs';

const complete = {
  homepage: 'https://docs.example/contract',
  repository: { type: 'git', url: 'git+https://git.example/contract.git' },
  bugs: { url: 'https://git.example/contract/issues' },
};

test('finds nothing in a complete manifest', () => {
  expect(releaseProblems(complete, '# Readme')).toEqual([]);
});

test.each([
  ['homepage', { ...complete, homepage: undefined }],
  ['homepage', { ...complete, homepage: 'http://127.0.0.1:4020/' }],
  ['repository', { ...complete, repository: { type: 'git', url: '../contract' } }],
  ['repository', { ...complete, repository: undefined }],
  ['bugs', { ...complete, bugs: {} }],
])('reports a missing or unusable %s', (name, manifest) => {
  expect(releaseProblems(manifest, '')).toEqual([expect.stringContaining(`package.json has no ${name}`)]);
});

test('reports a README that says that the package is not published', () => {
  expect(releaseProblems(complete, 'The package is not on npm yet.')).toEqual([
    expect.stringContaining('Remove that paragraph'),
  ]);
});

// @ts-check
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { generatedFiles } from './generated-files.mjs';
import { root } from './paths.mjs';

/** @type {Awaited<ReturnType<typeof generatedFiles>>} */
let files;

// Each is a whole build, which takes seconds where other tests share the machine.
const timeout = 60_000;

beforeAll(async () => {
  files = await generatedFiles(join(root, 'openapi.yaml'));
}, timeout);

test(
  'the same document gives the same bytes',
  async () => {
    expect(await generatedFiles(join(root, 'openapi.yaml'))).toEqual(files);
  },
  timeout,
);

test('what is generated says nothing of the machine it was built on', () => {
  for (const text of Object.values({ ...files.modules, ...files.documents })) {
    expect(text).not.toContain('node_modules');
  }
});

// @ts-check
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../paths.mjs';
import { generatedFiles } from './generated-files.mjs';

// Each is a complete build, which takes seconds on a loaded machine.
const timeout = 60_000;

/** @type {Awaited<ReturnType<typeof generatedFiles>>} */
const files = await generatedFiles(join(root, 'openapi.yaml'));

test(
  'generates the same bytes for the same document',
  async () => {
    expect(await generatedFiles(join(root, 'openapi.yaml'))).toEqual(files);
  },
  timeout,
);

test('generates no paths of the build machine', () => {
  for (const text of Object.values({ ...files.modules, ...files.documents })) {
    expect(text).not.toContain('node_modules');
  }
});

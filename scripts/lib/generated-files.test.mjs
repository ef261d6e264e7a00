// @ts-check
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedFiles } from './generated-files.mjs';
import { root } from './paths.mjs';

test('the same document gives the same bytes', async () => {
  const first = await generatedFiles(join(root, 'openapi.yaml'));
  const second = await generatedFiles(join(root, 'openapi.yaml'));

  expect(second).toEqual(first);
});

test('what is generated says nothing of the machine it was built on', async () => {
  const { modules, documents } = await generatedFiles(join(root, 'openapi.yaml'));

  for (const text of Object.values({ ...modules, ...documents })) expect(text).not.toContain('node_modules');
});

// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { placeholderFiles } from './examples.mjs';

test('adds an empty example for a new request, and leaves the others', () => {
  const base = temporaryFolder('placeholders');
  const folder = join(base, 'src/openapi/costs');
  mkdirSync(folder, { recursive: true });
  const requests = {
    'get-old': {
      'getOld.all': { summary: 'Old', get: '/old' },
      'getOld.new': { summary: 'New', get: '/old' },
    },
    'get-new': { 'getNew.all': { summary: 'New', get: '/new' } },
    'get-same': { 'getSame.all': { summary: 'Same', get: '/same' } },
  };
  writeFileSync(join(folder, 'example-requests.yaml'), JSON.stringify(requests));
  writeFileSync(join(folder, 'get-old.examples.yaml'), '{ getOld.all: { summary: Old, value: { a: 1 } } }');
  writeFileSync(join(folder, 'get-same.examples.yaml'), '{ getSame.all: { summary: Same, value: {} } }');
  const files = Object.entries(placeholderFiles(base)).map(([path, text]) => [path, parse(text)]);
  expect(Object.fromEntries(files)).toEqual({
    'src/openapi/costs/get-old.examples.yaml': {
      'getOld.all': { summary: 'Old', value: { a: 1 } },
      'getOld.new': { summary: 'New', value: {} },
    },
    'src/openapi/costs/get-new.examples.yaml': { 'getNew.all': { summary: 'New', value: {} } },
  });
});

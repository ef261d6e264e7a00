// @ts-check
import { expect, test } from 'vitest';
import { typesModule } from './types-module.mjs';

/** @param {object} schema */
const typeOf = async (schema) => {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Things', version: '1' },
    paths: {},
    components: { schemas: { Thing: schema } },
  };
  return /type Thing = (.*);/.exec(await typesModule(document))?.[1];
};

test('an open set suggests its values and allows others', async () => {
  expect(await typeOf({ type: 'string', 'x-known-values': ['a', 'b'] })).toBe('"a" | "b" | (string & {})');
});

test('a constant boolean is a literal', async () => {
  expect(await typeOf({ type: 'boolean', 'x-const': true })).toBe('true');
  expect(await typeOf({ type: 'boolean', 'x-const': false })).toBe('false');
});

// @ts-check
import { expect, test } from 'vitest';
import { documentModules } from './document-module.mjs';

const rule = { id: 'things.count', rule: 'self.count > 0' };
const full = {
  paths: { '/things': { get: { description: 'Lists things.', 'x-rules': [rule] } } },
  components: {
    schemas: {
      Thing: {
        description: 'A thing.',
        properties: {
          description: { type: 'string', description: 'Its text.', examples: [{ description: 'One' }] },
          'x-rules': { type: 'integer', 'x-unit': 'count', 'x-rules-none': 'The service chooses it.' },
        },
        'x-rules': [rule],
      },
    },
    examples: { one: { description: 'An example.', value: { description: 'One', 'x-rules': [1] } } },
  },
};

/** @param {string | undefined} text of a module */
const documentOf = async (text = '') =>
  (await import(`data:text/javascript,${encodeURIComponent(text)}`)).document;

test('the short document has neither descriptions nor rules, but all data and properties', async () => {
  const { 'document.js': text } = documentModules(JSON.stringify(full));
  expect(await documentOf(text)).toEqual({
    paths: { '/things': { get: {} } },
    components: {
      schemas: {
        Thing: {
          properties: {
            description: { type: 'string', examples: [{ description: 'One' }] },
            'x-rules': { type: 'integer', 'x-unit': 'count' },
          },
        },
      },
      examples: { one: { value: { description: 'One', 'x-rules': [1] } } },
    },
  });
});

test('the full document has everything', async () => {
  const { 'full-document.js': text } = documentModules(JSON.stringify(full));
  expect(await documentOf(text)).toEqual(full);
});

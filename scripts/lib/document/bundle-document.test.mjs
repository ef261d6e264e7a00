// @ts-check
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { bundleDocument } from './bundle-document.mjs';

test('bundles the files of a split document into components', async () => {
  const document = await bundleDocument(
    write({
      'openapi.yaml': root('things.yaml'),
      'things.yaml': operation('schemas.yaml#/Thing'),
      'schemas.yaml': 'Thing: { type: string }',
    }),
  );

  expect(document.components.schemas).toEqual({ Thing: { type: 'string' } });
});

test('sorts components by name', async () => {
  const document = await bundleDocument(
    write({
      'openapi.yaml': root('things.yaml'),
      'things.yaml': operation('schemas.yaml#/Thing'),
      'schemas.yaml': 'Thing: { properties: { a: { $ref: "#/Another" } } }\nAnother: { type: string }',
    }),
  );

  expect(Object.keys(document.components.schemas)).toEqual(['Another', 'Thing']);
});

test('marks each property of a schema whose properties are proposed', async () => {
  const document = await bundleDocument(
    write({
      'openapi.yaml': root('things.yaml'),
      'things.yaml': operation('schemas.yaml#/Thing'),
      'schemas.yaml': `Thing:
  x-provenance: { type: proposed, properties: proposed }
  properties: { a: { type: string, description: A. }, b: { $ref: "#/Other" } }
Other: { x-provenance: { properties: proposed }, properties: { c: {} } }`,
    }),
  );

  const { Thing, Other } = document.components.schemas;
  expect(JSON.stringify(Thing)).toBe(
    JSON.stringify({
      'x-provenance': { type: 'proposed' },
      properties: {
        a: { type: 'string', 'x-provenance': 'proposed', description: 'A.' },
        b: { $ref: '#/components/schemas/Other', 'x-provenance': 'proposed' },
      },
    }),
  );
  expect(Other).toEqual({ properties: { c: { 'x-provenance': 'proposed' } } });
});

test('reports the file of a reference that does not resolve', async () => {
  const path = write({
    'openapi.yaml': root('things.yaml'),
    'things.yaml': operation('schemas.yaml#/Thnig'),
    'schemas.yaml': 'Thing: { type: string }',
  });

  await expect(bundleDocument(path)).rejects.toThrow(
    /Cannot bundle the document:\n- .*resolve.*things\.yaml/,
  );
});

test('rejects two schemas with the same name', async () => {
  const path = write({
    'openapi.yaml': `${root('things.yaml')}  /others: { $ref: others.yaml }\n`,
    'things.yaml': operation('a.yaml#/Thing'),
    'others.yaml': operation('b.yaml#/Thing'),
    'a.yaml': 'Thing: { type: string }',
    'b.yaml': 'Thing: { type: integer }',
  });

  await expect(bundleDocument(path)).rejects.toThrow(
    /Two schemas are named Thing; rename the one in b\.yaml/,
  );
});

/** @param {string} file */
function root(file) {
  return `openapi: 3.1.1\ninfo: { title: Things, version: 1.0.0 }\npaths:\n  /things: { $ref: ${file} }\n`;
}

/** @param {string} schema */
function operation(schema) {
  return `get: { responses: { "200": { description: Things., content: { application/json: { schema: { $ref: "${schema}" } } } } } }`;
}

/**
 * @param {Record<string, string>} files
 * @returns the path of the first
 */
function write(files) {
  const folder = temporaryFolder('document');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return join(folder, Object.keys(files)[0] ?? '');
}

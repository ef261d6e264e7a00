import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { operationsOf } from '../../scripts/lib/document/operations-of.mjs';
import { dereference, pointerOf } from '../../scripts/lib/document/resolve-pointer.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { document } from '../generated/document.js';
import {
  bodyValidators,
  eventValidators,
  responseValidators,
  type Validator,
} from '../generated/validators.js';

const operations = operationsOf(document);
const media: [where: string, content: any, validate: Validator][] = [
  ...operations.flatMap(({ operation: { operationId }, responses }) =>
    Object.entries<any>(responses).map(
      ([status, { value }]) =>
        [
          `${operationId} ${status}`,
          value.content['application/json'],
          responseValidators[operationId as keyof typeof responseValidators][status],
        ] as [string, any, Validator],
    ),
  ),
  ...operations
    .filter(({ requestBody }) => requestBody)
    .map(
      ({ operation: { operationId }, requestBody }) =>
        [
          `the body of ${operationId}`,
          requestBody?.value.content['application/json'],
          bodyValidators[operationId as keyof typeof bodyValidators],
        ] as [string, any, Validator],
    ),
  ...Object.entries<any>(document.webhooks).map(
    ([event, { post }]) =>
      [
        `the event ${event}`,
        dereference(document, post.requestBody, '').value.content['application/json'],
        eventValidators[event],
      ] as [string, any, Validator],
  ),
];

const examples = media.flatMap(([where, content, validate]) =>
  Object.entries<any>(content.examples ?? {}).map(
    ([name, example]) =>
      [`${name} of ${where}`, dereference(document, example, '').value.value, validate] as const,
  ),
);

test('every example of the split document is in the bundled one, with a value in place of the request', () => {
  const folder = join(root, 'src/openapi');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'examples.yaml')
    .flatMap((path) => Object.entries<any>(parse(readFileSync(join(folder, path), 'utf8'))));
  const expected = sources.map(([name, { summary, value = expect.anything() }]) => [
    name,
    { summary, value },
  ]);

  expect(document.components.examples).toEqual(Object.fromEntries(expected));
});

test.each(examples)('%s is valid', (_where, value, validate) => {
  validate(value);

  expect(validate.errors ?? []).toEqual([]);
});

const used = new Set(
  media.flatMap(([, content]) =>
    Object.entries<any>(content.examples ?? {}).map(([name, { $ref }]) => `${name} ${$ref}`),
  ),
);

test.each(Object.keys(document.components.examples))(
  'the named example %s is used under its own name',
  (key) => {
    const name = key.slice(key.indexOf('.') + 1);

    expect(key).toMatch(/^[a-z][A-Za-z]*\.[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(used).toContain(`${name} #/components/examples/${key}`);
  },
);

const ajv = new Ajv2020({ strict: false });
// @ts-expect-error the package's types name a default export that its ESM form does not have
addFormats(ajv);
ajv.addSchema(document, 'http://contract.invalid/');
const { paths, components } = document;
const values = [
  ...valuesIn(paths, ['paths']),
  ...['schemas', 'parameters', 'headers'].flatMap((kind) => [
    ...valuesIn(components[kind], ['components', kind]),
  ]),
];

test.each(values)(
  'a default or example of a schema is valid against the schema: $keyword at $pointer',
  ({ pointer, value }) => {
    const validate = ajv.compile({ $ref: `http://contract.invalid/${encodeURI(pointer)}` });
    validate(value);

    expect(validate.errors ?? []).toEqual([]);
  },
);

interface SchemaValue {
  readonly keyword: 'default' | 'examples';
  readonly value: unknown;
  /** The location of the schema. */
  readonly pointer: string;
}

/** Yields the defaults and examples of all schemas in a value. */
function* valuesIn(value: any, path: string[]): Generator<SchemaValue> {
  if (typeof value !== 'object' || value === null) return;
  const isSchema = path.at(-1) !== 'properties';
  const pointer = pointerOf(...path);
  if (isSchema && 'default' in value) yield { keyword: 'default', value: value.default, pointer };
  if (isSchema && Array.isArray(value.examples)) {
    for (const example of value.examples) yield { keyword: 'examples', value: example, pointer };
  }
  for (const [key, part] of Object.entries(value)) {
    // The values of these keywords are not schemas.
    if (!['default', 'examples', 'const', 'enum'].includes(key)) yield* valuesIn(part, [...path, key]);
  }
}

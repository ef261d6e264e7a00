import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { createMock } from '../../mocks/create-mock.js';
import { exampleFiles } from '../../scripts/lib/examples.mjs';
import { operationsOf } from '../../scripts/lib/operations-of.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { dereference, pointerOf } from '../../scripts/lib/resolve-pointer.mjs';
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

test('every example is the response of the mock to its request', async () => {
  const fresh = await exampleFiles(createMock);
  const stale = Object.keys(fresh).filter((path) => readFileSync(join(root, path), 'utf8') !== fresh[path]);

  expect(stale, 'run `npm run examples`').toEqual([]);
});

test.each(examples)('%s is valid', (_where, value, validate) => {
  validate(value);

  expect(validate.errors ?? []).toEqual([]);
});

describe('a named example', () => {
  const used = new Set(
    media.flatMap(([, content]) =>
      Object.entries<any>(content.examples ?? {}).map(([name, { $ref }]) => `${name} ${$ref}`),
    ),
  );

  test.each(Object.keys(document.components.examples))('%s is shown under its own name', (key) => {
    const name = key.slice(key.indexOf('.') + 1);

    expect(key).toMatch(/^[a-z][A-Za-z]*\.[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(used).toContain(`${name} #/components/examples/${key}`);
  });
});

describe('what a schema offers', () => {
  const ajv = new Ajv2020({ strict: false });
  // @ts-expect-error the package's types name a default export that its ESM form does not have
  addFormats(ajv);
  ajv.addSchema(document, 'http://contract.invalid/');
  const { paths, components } = document;
  const offers = [
    ...offersIn(paths, ['paths']),
    ...['schemas', 'parameters', 'headers'].flatMap((kind) => [
      ...offersIn(components[kind], ['components', kind]),
    ]),
  ];

  test.each(offers)('as $word fits the schema at $pointer', ({ pointer, value }) => {
    const validate = ajv.compile({ $ref: `http://contract.invalid/${encodeURI(pointer)}` });
    validate(value);

    expect(validate.errors ?? []).toEqual([]);
  });
});

interface Offer {
  readonly word: 'default' | 'examples';
  readonly value: unknown;
  /** Where the schema stands that makes the offer. */
  readonly pointer: string;
}

/** Every default and every example that a schema at or below a value offers. */
function* offersIn(value: any, path: string[]): Generator<Offer> {
  if (typeof value !== 'object' || value === null) return;
  const isSchema = path.at(-1) !== 'properties';
  const pointer = pointerOf(...path);
  if (isSchema && 'default' in value) yield { word: 'default', value: value.default, pointer };
  if (isSchema && Array.isArray(value.examples)) {
    for (const example of value.examples) yield { word: 'examples', value: example, pointer };
  }
  for (const [key, part] of Object.entries(value)) {
    // Under these stand values, not schemas.
    if (!['default', 'examples', 'const', 'enum'].includes(key)) yield* offersIn(part, [...path, key]);
  }
}

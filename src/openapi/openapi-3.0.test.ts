import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { testDataset } from '../../tests/support/dataset/dataset.js';
import { requestsTo } from '../../tests/support/dataset/dataset-requests.js';
import { type Operation, operations } from '../generated/operations.js';

const document = JSON.parse(readFileSync(join(root, 'dist/openapi-3.0.json'), 'utf8'));

// Schemas of OpenAPI 3.0 are those of draft 4 with `nullable`, which Ajv reads as they are.
const ajv = addFormats.default(new Ajv04.default({ strict: false, allErrors: true, validateFormats: true }));
ajv.addSchema({ components: { schemas: document.components.schemas } }, 'openapi');

/** Returns the differences of a value from the schema at a reference. */
function problemsOf({ $ref }: { $ref: string }, value: unknown) {
  const validate = ajv.getSchema(`openapi${$ref}`);
  if (!validate) throw new Error(`There is no schema at ${$ref}.`);
  return validate(value) ? [] : validate.errors;
}

/** Returns an object, or what it refers to. */
function follow(value: any): any {
  if (!value?.$ref) return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((part: any, key: string) => part[key], document);
}

const operationOf = ({ path, method }: Operation) => document.paths[path][method.toLowerCase()];
const bodies = operations.flatMap((operation) => {
  const { responses, requestBody } = operationOf(operation);
  const named = Object.entries<any>(responses).map(
    ([status, response]) => [`${operation.operationId} ${status}`, follow(response)] as const,
  );
  return requestBody ? [...named, [`the body of ${operation.operationId}`, requestBody] as const] : named;
});

test('has the operations of the document and no events', () => {
  expect(document.openapi).toBe('3.0.3');
  expect(bodies.filter(([name]) => /^\w+ 20[01]$/.test(name))).toHaveLength(operations.length + 1);
  expect(document).not.toHaveProperty('webhooks');
});

// swagger-codegen resolves the parameter `granularity` without end if it is an `allOf` of the schema `Granularity`.
test('no parameter has an allOf', () => {
  const parameters = operations.flatMap((operation) => (operationOf(operation).parameters ?? []).map(follow));
  expect(parameters.length).toBeGreaterThan(100);
  expect(parameters.filter(({ schema }) => schema.allOf).map(({ name }) => name)).toEqual([]);
});

test.each(bodies)('the examples of %s match their schema', (_name, { content }) => {
  const { schema, examples } = content['application/json'];
  for (const [name, example] of Object.entries(examples)) {
    expect(problemsOf(schema, follow(example).value), name).toEqual([]);
  }
});

const { call } = testDataset();

test.each(operations.map((one) => [one.operationId, one] as const))(
  'responses of the mock match their schema: %s',
  (id, operation) => {
    const { schema } = operationOf(operation).responses['200'].content['application/json'];
    for (const request of requestsTo(id, call)) {
      const envelope = { success: true, timestamp: '2026-06-15T12:00:00Z', data: call(id, request) };
      expect(problemsOf(schema, envelope)).toEqual([]);
    }
  },
);

test('null is valid where the document allows it only', () => {
  const isValid = (at: string) => problemsOf({ $ref: `#/components/schemas/${at}` }, null)?.length === 0;
  expect(isValid('VirtualTagKey/properties/job')).toBe(true);
  expect(isValid('Recommendation/properties/linked_to')).toBe(true);
  expect(isValid('UncoveredPart/properties/recommended_kind')).toBe(true);
  expect(isValid('Commitment/properties/current_utilization_pct')).toBe(true);
  expect(isValid('Commitment/properties/kind')).toBe(false);
  expect(isValid('Commitment/properties/region')).toBe(false);
  expect(isValid('RecommendationDetail/properties/recommendation_id')).toBe(false);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { document } from '../src/generated/document.js';
import { type Operation, operations } from '../src/generated/operations.js';
import { registeredId } from '../tests/support/mock/register.js';
import { validated } from '../tests/support/mock/validated.js';
import { createMock, type Mock } from './create-mock.js';
import type { Fixtures } from './fixtures.js';

describe.each(['dataset', 'prism'] as const)('with the %s engine', (engine) => {
  let mock: Mock;
  let fixtures: Fixtures;
  beforeAll(async () => {
    mock = await createMock({
      engine,
      onError: (error) => {
        throw error;
      },
    });
    fixtures = (await (await mock.fetch('/.well-known/cost-contract.json')).json()) as Fixtures;
  });

  const call = (operation: Operation, target: string) =>
    validated(mock.fetch)(target, {
      method: operation.method,
      headers: {
        authorization: 'Bearer ccc_test_caller',
        ...(operation.requestBody ? { 'content-type': 'application/json' } : {}),
      },
      body: operation.requestBody ? JSON.stringify(bodyOf(operation, fixtures)) : null,
    });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s returns a success that conforms to the document',
    async (_id, operation) => {
      const response = await call(operation, targetOf(operation, fixtures, await registeredId(mock)));
      expect([response.status, (await response.json()) as any]).toMatchObject([
        expect.toSatisfy((status: number) => status === 200 || status === 201),
        { success: true },
      ]);
    },
  );
});

function targetOf(operation: Operation, fixtures: Fixtures, endpointId: string): string {
  const commitment = operation.operationId === 'getRenewal' ? 'raised' : 'reservation';
  const ids: Record<string, unknown> = {
    audit_id: fixtures.audit_id,
    commitment_id: fixtures.commitments?.[commitment],
    endpoint_id: endpointId,
    id: fixtures.recommendation_id,
    key_id: fixtures.tag_key?.id,
    provider_id: 'provider_b',
    recommendation_id: fixtures.recommendation_id,
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(ids[name])));
  const query = new URLSearchParams(
    operation.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }): [string, string] => [name, String(schema.enum?.[0] ?? schema.examples?.[0])]),
  );
  return `${path}?${query}`;
}

function bodyOf({ path, method }: Operation, fixtures: Fixtures): unknown {
  const examples =
    document.paths[path][method.toLowerCase()].requestBody.content['application/json'].examples;
  const [first] = Object.values<any>(examples);
  const name = first.$ref?.split('/').at(-1).replaceAll('~1', '/');
  const example = name ? document.components.examples[name].value : first.value;
  return 'expected_version' in example
    ? { ...example, expected_version: fixtures.tag_key?.version }
    : example;
}

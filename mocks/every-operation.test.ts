import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../src/generated/operations.js';
import { registeredId } from '../tests/support/mock/register.js';
import { withKey } from '../tests/support/mock/test-mock.js';
import { validated } from '../tests/support/mock/validated.js';
import { createMock, type Mock } from './create-mock.js';
import type { Fixtures } from './fixtures.js';
import { type ExampleCall, exampleCalls } from './front/example-calls.js';

describe.each(['dataset', 'prism'] as const)('with the %s engine', (engine) => {
  let mock: Mock;
  let calls: readonly ExampleCall[];
  beforeAll(async () => {
    mock = await createMock({
      engine,
      onError: (error) => {
        throw error;
      },
    });
    const fixtures = (await (await mock.fetch('/.well-known/cost-contract.json')).json()) as Fixtures;
    calls = exampleCalls(fixtures);
  });

  test.each(operations)(
    'the example call of $operationId returns a success that conforms',
    async ({ operationId, method }) => {
      const { target, body } = calls.find(
        ({ operation }) => operation.operationId === operationId,
      ) as ExampleCall;
      const path = target.replace('ENDPOINT_ID', await registeredId(mock));
      const headers: HeadersInit = body === null ? {} : { 'content-type': 'application/json' };
      const response = await withKey(validated(mock.fetch))(path, { method, headers, body });
      expect([response.status, (await response.json()) as any]).toMatchObject([
        expect.toSatisfy((status: number) => status === 200 || status === 201),
        { success: true },
      ]);
    },
  );
});

import type { Fixtures } from '../../../mocks/fixtures.js';
import type { Scenario } from '../../../mocks/world/index.js';
import { knownIds } from '../../../scripts/lib/docs/known-ids.mjs';
import type { MockInPage } from './mock.js';

/** A mock that runs in this page. */
export interface InPage {
  readonly fetch: (target: string, init: RequestInit) => Promise<Response>;
  /** Ids this world knows, by the name of the field they go into. */
  idsFor(operation: string): Promise<Readonly<Record<string, string>>>;
}

/**
 * Starts a mock; its script must have been loaded.
 *
 * @throws {RangeError} when `now` is not a date
 */
export async function mockInPage(scenario: string, now: string): Promise<InPage> {
  const { createMock } = (globalThis as unknown as { costContractMock: MockInPage }).costContractMock;
  const mock = await createMock({
    now,
    scenario: scenario as Scenario,
    onFault: (error) => console.error(error),
  });
  return {
    fetch: mock.fetch,
    async idsFor(operation) {
      const fixtures = (await (await mock.fetch('/.well-known/cost-contract.json')).json()) as Fixtures;
      const ids = knownIds(fixtures, operation);
      if (operation === 'deleteWebhookEndpoint') ids.endpoint_id = await endpointIn(mock);
      return Object.fromEntries(Object.entries(ids).map(([name, value]) => [`path:${name}`, value]));
    },
  };
}

/** A world begins without endpoints, so that one is made which can be deleted. */
async function endpointIn(mock: { fetch: InPage['fetch'] }): Promise<string> {
  const response = await mock.fetch('/api/v1/webhooks/endpoints', {
    method: 'POST',
    headers: { Authorization: 'Bearer ccc_test_caller', 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] }),
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

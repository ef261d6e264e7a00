import type { Scenario } from '../../../mocks/dataset/index.js';
import { knownIds } from './known-ids.js';

/** The public keys of the mock. */
export const keys = ['ccc_test_caller', 'ccc_test_second_caller', 'ccc_test_reader'];

/** A mock that runs in this page. */
export interface MockInPage {
  readonly fetch: (target: string, init: RequestInit) => Promise<Response>;
  /** What the path parameters of an operation are filled with. */
  idsFor(operation: string): Promise<Readonly<Record<string, string>>>;
}

let running: { readonly settings: string; readonly mock: Promise<MockInPage> } | undefined;

/**
 * The mock of this tab; it starts again when the settings change.
 *
 * @throws {RangeError} when `now` is not a date
 */
export function mockWith(scenario: string, now: string): Promise<MockInPage> {
  const settings = `${scenario} ${now}`;
  if (running?.settings !== settings) running = { settings, mock: start(scenario as Scenario, now) };
  return running.mock;
}

export function reset(): void {
  running = undefined;
}

async function start(scenario: Scenario, now: string): Promise<MockInPage> {
  // More than a megabyte to parse, so it is loaded when somebody uses a form.
  const { createMock } = await import('../../../mocks/index.js');
  const { fetch } = await createMock({ now, scenario, onError: (error) => console.error(error) });
  const fixtures = await (await fetch('/.well-known/cost-contract.json')).json();
  return {
    fetch,
    async idsFor(operation) {
      const ids = knownIds(fixtures, operation);
      return operation === 'deleteWebhookEndpoint'
        ? { ...ids, endpoint_id: await registerEndpoint(fetch) }
        : ids;
    },
  };
}

/** A dataset has no endpoints, so one is registered that can be deleted. */
async function registerEndpoint(fetch: MockInPage['fetch']): Promise<string> {
  const response = await fetch('/api/v1/webhooks/endpoints', {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys[0]}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] }),
  });
  return (await response.json()).data.id;
}

import type { Scenario } from '../../../mocks/dataset/index.js';
import { dataScenario } from '../../../mocks/dataset/seed-data/scenario-names.js';
import { allIds, knownIds } from './known-ids.js';

/** The public keys of the mock. */
export const keys = ['ccc_test_caller', 'ccc_test_second_caller', 'ccc_test_reader'];

/** A mock that runs in this page. */
export interface MockInPage {
  readonly fetch: (target: string, init: RequestInit) => Promise<Response>;
  /** Returns initial values of the path parameters of an operation. */
  idsFor(operation: string): Promise<Readonly<Record<string, string>>>;
}

let running: { readonly settings: string; readonly mock: Promise<MockInPage> } | undefined;

/**
 * Returns the mock of this tab, and restarts it if the settings change.
 *
 * @throws {RangeError} if `now` is not a date
 */
export function mockWith(scenario: string, now: string): Promise<MockInPage> {
  const settings = `${scenario} ${now}`;
  if (running?.settings !== settings) running = { settings, mock: start(scenario, now) };
  return running.mock;
}

export function reset(): void {
  running = undefined;
}

/**
 * Reads a bill, which the scenario `data` serves from now on.
 *
 * @returns when the clock of its mock starts, in ISO 8601, and notes on the data
 * @throws {Error} with a message for the reader
 */
export async function chooseBill(file: Blob): Promise<{ now: string; notes: readonly string[] }> {
  const { choose } = await import('./bill/page-bill.js');
  const chosen = await choose(file);
  reset();
  return chosen;
}

async function start(scenario: string, now: string): Promise<MockInPage> {
  // More than a megabyte, so it is loaded when a form is first used.
  const { createMock } = await import('../../../mocks/index.js');
  const isBill = scenario === dataScenario;
  const data = isBill ? { data: 'the chosen file' } : { scenario: scenario as Scenario };
  const { fetch } = await createMock({ now, ...data, onError: (error) => console.error(error) });
  const fixtures = await (await fetch('/.well-known/cost-contract.json')).json();
  return {
    fetch,
    async idsFor(operation) {
      const ids = (isBill ? allIds : knownIds)(fixtures, operation);
      return operation === 'deleteWebhookEndpoint'
        ? { ...ids, endpoint_id: await registerEndpoint(fetch) }
        : ids;
    },
  };
}

/** Registers an endpoint to delete, because a dataset has none. */
async function registerEndpoint(fetch: MockInPage['fetch']): Promise<string> {
  const response = await fetch('/api/v1/webhooks/endpoints', {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys[0]}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/costs', event_types: ['optimization.completed'] }),
  });
  return (await response.json()).data.id;
}

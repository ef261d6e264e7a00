import { type Operation, type OperationId, operations } from '../../src/generated/operations.js';
import type { Fixtures } from '../fixtures.js';

/** An example call of an operation that succeeds with the current dataset. */
export interface ExampleCall {
  readonly operation: Operation;
  /** Path and query. An id that the dataset does not have is replaced by its name in capitals. */
  readonly target: string;
  /** The JSON body of a write. */
  readonly body: string | null;
}

/** @param fixtures ids of the dataset */
export function exampleCalls(fixtures: Fixtures): ExampleCall[] {
  return operations.map((operation) => ({
    operation,
    target: targetOf(operation, fixtures),
    body: bodyOf(operation.operationId, fixtures),
  }));
}

function targetOf({ operationId, path, parameters }: Operation, fixtures: Fixtures): string {
  const ids = idsOf(fixtures, operationId);
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(ids[name] ?? name.toUpperCase()),
  );
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema.enum?.[0] ?? ''))}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** The ids of a dataset that an operation has in its path, by parameter. */
export function idsOf(fixtures: Fixtures, operationId: string): Readonly<Record<string, string | undefined>> {
  const { audit_id, recommendation_id, tag_key, commitments = {}, providers = [] } = fixtures;
  return {
    audit_id: audit_id?.toString(),
    commitment_id: operationId === 'getRenewal' ? commitments.raised : commitments.reservation,
    id: recommendation_id,
    key_id: tag_key?.id,
    // The only provider with invoice months.
    provider_id: providers.find((id) => operationId !== 'listInvoiceMonths' || id === 'provider_b'),
    recommendation_id,
  };
}

function bodyOf(operationId: OperationId, { tag_key }: Fixtures): string | null {
  switch (operationId) {
    case 'createWebhookEndpoint':
      return JSON.stringify({ url: 'http://127.0.0.1:3000/events', event_types: ['optimization.completed'] });
    case 'updateVirtualTagKey':
      return JSON.stringify({
        name: tag_key?.name ?? 'Cost center',
        expected_version: tag_key?.version ?? 1,
      });
    default:
      return null;
  }
}

import { describe, expect, expectTypeOf, it } from 'vitest';
import { scriptedFetch, success } from '../../../tests/support/client/scripted-fetch.js';
import type { components } from '../../generated/types.js';
import { createClient } from '../create-client.js';

type Commitment = components['schemas']['Commitment'];
const baseUrl = 'http://127.0.0.1:4010';
const clientOver = (fetch: ReturnType<typeof scriptedFetch>) =>
  createClient({ baseUrl, apiKey: 'ccc_test', fetch });
const page = (ids: string[], has_next: boolean) =>
  success({ items: ids.map((id) => ({ id })), pagination: { has_next } });

describe('a named method', () => {
  it('sends parameters in the path and the query', async () => {
    const fetch = scriptedFetch(success({}));
    await clientOver(fetch).getRenewalOptions({ commitment_id: 'ri/1', quantity: 2 });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/api/v1/commitments/renewal-options/ri%2F1?quantity=2`);
  });

  it('repeats a parameter with several values', async () => {
    const fetch = scriptedFetch(page([], false));
    await clientOver(fetch).getCostBreakdown({ provider_id: 'provider_a', group_by: ['service', 'region'] });
    expect(fetch.requests[0]?.url).toContain('group_by=service&group_by=region');
  });

  it('can be called without parameters if none are required', async () => {
    const fetch = scriptedFetch(success([{ provider_id: 'provider_a', provider_name: 'Provider A' }]));
    expect(await clientOver(fetch).listProviders()).toHaveLength(1);
  });

  it('accepts options after empty parameters', async () => {
    const fetch = scriptedFetch(success([]));
    await clientOver(fetch).listProviders({}, { headers: { 'X-Trace': 't' } });
    expect(fetch.requests[0]?.headers.get('X-Trace')).toBe('t');
  });

  it('requires the required parameters', () => {
    const client = clientOver(scriptedFetch());
    type Inventory = Parameters<typeof client.listCommitmentInventory>;
    expectTypeOf<Inventory[0]>().toExtend<{ instrument: 'ri' | 'sp' }>();
    expectTypeOf<{ service: string }>().not.toExtend<Inventory[0]>();
  });

  it('sends the body of a write', async () => {
    const fetch = scriptedFetch(success({ id: 'whe-1' }, { status: 201 }));
    const body = { url: 'https://receiver.example.com', event_types: ['optimization.completed'] };
    await clientOver(fetch).createWebhookEndpoint(body);
    expect(await fetch.requests[0]?.json()).toEqual(body);
  });

  it('accepts path parameters, body and options of a write', async () => {
    const fetch = scriptedFetch(success({}));
    const key = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
    await clientOver(fetch).updateVirtualTagKey(
      { key_id: 'vtk-1' },
      { name: 'Cost center', expected_version: 7 },
      { idempotencyKey: key },
    );
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/api/v1/tags/virtual/vtk-1`);
    expect(fetch.requests[0]?.headers.get('Idempotency-Key')).toBe(key);
    expect(await fetch.requests[0]?.json()).toEqual({ name: 'Cost center', expected_version: 7 });
  });
});

describe('a list', () => {
  it('resolves to one page when it is awaited', async () => {
    const fetch = scriptedFetch(page(['a'], true));
    const response = await clientOver(fetch).listCommitments({ page: 3, page_size: 1 });
    expectTypeOf(response.items).toEqualTypeOf<Commitment[]>();
    expect(new URL(fetch.requests[0]?.url ?? '').search).toBe('?page=3&page_size=1');
  });

  it('yields every item when it is iterated', async () => {
    const fetch = scriptedFetch(page(['a', 'b'], true), page(['c'], false));
    const ids: string[] = [];
    for await (const { id } of clientOver(fetch).listCommitments({ kind: 'savings_plan' })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(fetch.requests.map((sent) => new URL(sent.url).search)).toEqual([
      '?page_size=100&kind=savings_plan&page=1',
      '?page_size=100&kind=savings_plan&page=2',
    ]);
  });

  it('sends nothing before it is used', () => {
    const fetch = scriptedFetch();
    clientOver(fetch).listCommitments();
    expect(fetch.requests).toEqual([]);
  });
});

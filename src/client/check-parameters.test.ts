import { expect, it } from 'vitest';
import { scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import { createClient } from './create-client.js';

const fetch = scriptedFetch();
const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test', fetch }) as any;

it.each<[message: string, ...calls: (() => Promise<unknown>)[]]>([
  [
    "listCommitments: Unknown parameter 'kin'. Did you mean 'kind'?",
    () => client.listCommitments({ kin: 'savings_plan' }),
  ],
  [
    "Unknown parameter 'zone'. Known parameters: scope, period.",
    () => client.getEffectiveSavingsRate({ zone: 'all' }),
  ],
  [
    "getCommitmentUtilization: 'start' must be a string, got a Date. Pass a string such as '2026-06-30'.",
    () => client.getCommitmentUtilization({ start: new Date(0) }),
  ],
  ["'kind' must be a string, got null.", () => client.listCommitments({ kind: null })],
  ['\'page\' must be an integer, got "2".', () => client.listCommitments({ page: '2' })],
  ["'page' must be an integer, got 1.5.", () => client.listCommitments({ page: 1.5 })],
  [
    '\'group_by\' must be an array of strings, got "service".',
    () => client.getCostBreakdown({ provider_id: 'provider_a', group_by: 'service' }),
  ],
  ["'commitment_id' must be a string, got Object.", () => client.getCommitment({ commitment_id: {} })],
  ['getCommitment: parameters must be an object, got "ri-1".', () => client.getCommitment('ri-1')],
  [
    'parameters must be an object, got AbortSignal. Pass a signal in the options: { signal }.',
    () => client.listProviders(new AbortController().signal),
  ],
  ['createWebhookEndpoint: body must be an object, got Array.', () => client.createWebhookEndpoint([])],
  ['listProviders: options must be an object, got 5.', () => client.listProviders({}, 5)],
  [
    "listCommitments: 'page' must be an integer, got a Date.",
    () => client.GET('/api/v1/commitments', { params: { query: { page: new Date(0) } } }),
  ],
  [
    'contains half of a surrogate pair',
    () => client.getCommitment({ commitment_id: 'a\ud800' }),
    () => client.listCommitments({ provider: '\udc00' }),
    () => client.getCostBreakdown({ provider_id: 'provider_a', group_by: ['service', '\ud800a'] }),
    () => client.GET('/api/v1/other/{id}', { params: { path: { id: '\ud800' } } }),
  ],
  [
    "Path parameter 'commitment_id' must not be empty, '.' or '..', got ",
    () => client.getCommitment(),
    ...['', '.', '..', undefined].map((commitment_id) => () => client.getCommitment({ commitment_id })),
    () => client.GET('/api/v1/commitments/detail/{commitment_id}'),
  ],
  [
    "'id' must not be empty, '.' or '..', got null.",
    () => client.GET('/api/v1/other/{id}', { params: { path: { id: null } } }),
  ],
])('rejects, and sends nothing: %s', async (message, ...calls) => {
  for (const call of calls) {
    const error = await Promise.resolve(call()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
  }
  expect(fetch.requests).toEqual([]);
});

it('accepts undefined as an omitted parameter, and objects without a prototype', async () => {
  const sent = scriptedFetch(success([]));
  const parameters = Object.assign(Object.create(null), { provider: undefined, kind: 'savings_plan' });
  await createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test', fetch: sent }).listCommitments(
    parameters,
  );
  expect(new URL(sent.requests[0]?.url ?? '').search).toBe('?kind=savings_plan');
});

it.each([
  ['ri-1', 'ri-1'],
  [
    'arn:provider_a:savingsplans::1:savingsplan/3f2b',
    'arn%3Aprovider_a%3Asavingsplans%3A%3A1%3Asavingsplan%2F3f2b',
  ],
  ['100%', '100%25'],
  ['a%2Fb', 'a%252Fb'],
  ['$&', '%24%26'],
  ['...', '...'],
])('encodes %j in a path once', async (commitment_id, segment) => {
  const sent = scriptedFetch(success({}));
  const options = { baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test', fetch: sent };
  await createClient(options).getCommitment({ commitment_id });
  expect(sent.requests[0]?.url).toBe(`${options.baseUrl}/api/v1/commitments/detail/${segment}`);
});

it('writes a number into a path', async () => {
  const sent = scriptedFetch(success({}));
  const options = { baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test', fetch: sent };
  await createClient(options).getRealizedSavingsAudit({ audit_id: 42 });
  expect(sent.requests[0]?.url).toBe(`${options.baseUrl}/api/v1/recommendations/audit/realized/42`);
});

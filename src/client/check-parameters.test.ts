import { describe, expect, it } from 'vitest';
import { scriptedFetch, success } from '../../tests/support/client/scripted-fetch.js';
import { createClient } from './create-client.js';

const fetch = scriptedFetch();
const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'ccc_test', fetch }) as any;

describe('an invalid argument', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'an unknown parameter',
      () => client.listCommitments({ kin: 'savings_plan' }),
      "listCommitments: Unknown parameter 'kin'. Did you mean 'kind'?",
    ],
    [
      'a parameter of another operation',
      () => client.getEffectiveSavingsRate({ zone: 'all' }),
      "Unknown parameter 'zone'. Known parameters: scope, period.",
    ],
    [
      'a Date',
      () => client.getCommitmentUtilization({ start: new Date(0) }),
      "getCommitmentUtilization: 'start' must be a string, got a Date. Pass a string such as '2026-06-30'.",
    ],
    ['null', () => client.listCommitments({ kind: null }), "'kind' must be a string, got null."],
    [
      'a text for a number',
      () => client.listCommitments({ page: '2' }),
      '\'page\' must be an integer, got "2".',
    ],
    ['a fraction', () => client.listCommitments({ page: 1.5 }), "'page' must be an integer, got 1.5."],
    [
      'one value for a list',
      () => client.getCostBreakdown({ provider_id: 'provider_a', group_by: 'service' }),
      '\'group_by\' must be an array of strings, got "service".',
    ],
    [
      'an object',
      () => client.getCommitment({ commitment_id: {} }),
      "'commitment_id' must be a string, got Object.",
    ],
    [
      'a text as parameters',
      () => client.getCommitment('ri-1'),
      'getCommitment: parameters must be an object, got "ri-1".',
    ],
    [
      'a signal as parameters',
      () => client.listProviders(new AbortController().signal),
      'listProviders: parameters must be an object, got AbortSignal. Pass a signal in the options: { signal }.',
    ],
    [
      'a list as body',
      () => client.createWebhookEndpoint([]),
      'createWebhookEndpoint: body must be an object, got Array.',
    ],
    [
      'a number as options',
      () => client.listProviders({}, 5),
      'listProviders: options must be an object, got 5.',
    ],
    [
      'half of a character in a path',
      () => client.getCommitment({ commitment_id: 'a\ud800' }),
      'getCommitment: \'commitment_id\' contains half of a surrogate pair: "a\\ud800".',
    ],
    [
      'half of a character in a query',
      () => client.listCommitments({ provider: '\udc00' }),
      "listCommitments: 'provider' contains half of a surrogate pair",
    ],
    [
      'half of a character in a list',
      () => client.getCostBreakdown({ provider_id: 'provider_a', group_by: ['service', '\ud800a'] }),
      "getCostBreakdown: 'group_by' contains half of a surrogate pair",
    ],
    [
      'half of a character in a path that the document does not have',
      () => client.GET('/api/v1/other/{id}', { params: { path: { id: '\ud800' } } }),
      "The call: 'id' contains half of a surrogate pair",
    ],
    [
      'an empty text in a path',
      () => client.getCommitment({ commitment_id: '' }),
      "Path parameter 'commitment_id' must not be empty, '.' or '..', got \"\".",
    ],
    [
      'a dot segment',
      () => client.getCommitment({ commitment_id: '.' }),
      "'commitment_id' must not be empty, '.' or '..', got \".\".",
    ],
    [
      'two dots',
      () => client.getCommitment({ commitment_id: '..' }),
      "'commitment_id' must not be empty, '.' or '..', got \"..\".",
    ],
    ['no parameter of a path', () => client.getCommitment(), "'commitment_id' must not be empty"],
    [
      'undefined in a path',
      () => client.getCommitment({ commitment_id: undefined }),
      "'commitment_id' must not be empty, '.' or '..', got undefined.",
    ],
    [
      'null in a path that the document does not have',
      () => client.GET('/api/v1/other/{id}', { params: { path: { id: null } } }),
      "'id' must not be empty, '.' or '..', got null.",
    ],
    [
      'no parameter of a path method',
      () => client.GET('/api/v1/commitments/detail/{commitment_id}'),
      "'commitment_id' must not be empty",
    ],
    [
      'a path method',
      () => client.GET('/api/v1/commitments', { params: { query: { page: new Date(0) } } }),
      "listCommitments: 'page' must be an integer, got a Date.",
    ],
  ])('rejects the call and sends nothing: %s', async (_, call, message) => {
    const error = await Promise.resolve(call()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
    expect(fetch.requests).toEqual([]);
  });
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

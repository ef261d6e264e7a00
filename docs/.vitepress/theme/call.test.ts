import { describe, expect, it } from 'vitest';
import { callOf, curlOf, programOf } from './call.js';

describe('the request of a form', () => {
  it('encodes each value once in path, query or header', () => {
    expect(
      callOf(
        'GET',
        '/api/v1/commitments/detail/{commitment_id}',
        [
          { place: 'path', name: 'commitment_id', values: ['arn:a:plan/1'] },
          { place: 'query', name: 'service', values: ['compute', 'a&b'] },
          { place: 'header', name: 'Prefer', values: ['code=404'] },
        ],
        null,
      ),
    ).toEqual({
      method: 'GET',
      target: '/api/v1/commitments/detail/arn%3Aa%3Aplan%2F1?service=compute&service=a%26b',
      headers: { Prefer: 'code=404' },
      body: null,
    });
  });

  it('omits empty fields', () => {
    expect(callOf('GET', '/a', [{ place: 'query', name: 'page', values: [] }], null).target).toBe('/a');
  });
});

describe('the curl command', () => {
  it('reads the key from the environment', () => {
    expect(curlOf(callOf('GET', '/a', [], null), 'https://b.example')).toBe(
      `curl 'https://b.example/a' \\\n  -H "Authorization: Bearer $COST_CONTRACT_API_KEY"`,
    );
  });

  it('contains a public key, or none', () => {
    const call = callOf('GET', '/a', [], null);
    expect(curlOf(call, 'https://b.example', 'ccc_test_caller')).toBe(
      `curl 'https://b.example/a' \\\n  -H "Authorization: Bearer ccc_test_caller"`,
    );
    expect(curlOf(call, 'https://b.example', '')).toBe(`curl 'https://b.example/a'`);
  });

  it('escapes a quote in the body', () => {
    expect(curlOf(callOf('POST', '/a', [], '{ "name": "it\'s" }'), '')).toContain(
      `--data-raw '{"name":"it'\\''s"}'`,
    );
  });
});

describe('the TypeScript program', () => {
  const call = (...args: Parameters<typeof programOf>) =>
    programOf(...args)
      .split('\n')
      .at(-1);

  it('passes path and query in one object, with numbers and lists', () => {
    expect(
      call(
        'getCostBreakdown',
        [
          { place: 'path', name: 'provider_id', values: ['provider_b'] },
          { place: 'query', name: 'group_by', values: ['service'], isList: true },
          { place: 'query', name: 'page', values: ['2'], isNumber: true },
          { place: 'query', name: 'search', values: [] },
        ],
        null,
        '',
      ),
    ).toBe(
      "const response = await client.getCostBreakdown({ provider_id: 'provider_b', group_by: ['service'], page: 2 });",
    );
  });

  it('passes the body of a write before its headers', () => {
    expect(
      call(
        'createWebhookEndpoint',
        [{ place: 'header', name: 'Idempotency-Key', values: ["it's"] }],
        '{"a": 1}',
        '',
      ),
    ).toBe(
      `const response = await client.createWebhookEndpoint({"a": 1}, { headers: { 'Idempotency-Key': 'it\\'s' } });`,
    );
  });

  it('contains a public key, and reads any other from the environment', () => {
    const program = (key?: string) => programOf('listProviders', [], null, 'http://127.0.0.1:4010', key);
    expect(program('ccc_test_caller')).toBe(`import { createClient } from 'cloud-cost-contract';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'ccc_test_caller',
});
const response = await client.listProviders();`);
    expect(program()).toContain("apiKey: process.env.COST_CONTRACT_API_KEY ?? '',");
  });

  it('passes no argument to an operation without parameters', () => {
    expect(call('listProviders', [], null, '')).toBe('const response = await client.listProviders();');
  });
});

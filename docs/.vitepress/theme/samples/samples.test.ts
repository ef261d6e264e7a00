import { describe, expect, it } from 'vitest';
import { callOf, type Field } from '../call.js';
import { curlOf } from './curl.js';
import { goOf } from './go.js';
import { pythonOf } from './python.js';
import { typescriptOf } from './typescript.js';

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
  it('passes the body of a write before its headers', () => {
    const fields: Field[] = [{ place: 'header', name: 'Idempotency-Key', values: ["it's"] }];
    expect(typescriptOf('createWebhookEndpoint', fields, '{"a": 1}', '')).toContain(
      `const response = await client.createWebhookEndpoint({"a": 1}, { headers: { 'Idempotency-Key': 'it\\'s' } });`,
    );
  });

  it('contains a public key, and reads any other from the environment', () => {
    const program = (key?: string) => typescriptOf('listProviders', [], null, 'http://127.0.0.1:4010', key);
    expect(program('ccc_test_caller')).toBe(`import { createClient } from 'cloud-cost-contract';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010',
  apiKey: 'ccc_test_caller',
});
const response = await client.listProviders();
console.log(response);`);
    expect(program()).toContain("apiKey: process.env.COST_CONTRACT_API_KEY ?? '',");
  });
});

const write = callOf(
  'PUT',
  '/a/{id}',
  [
    { place: 'path', name: 'id', values: ['b/c'] },
    { place: 'query', name: 'service', values: ['compute', 'a&b'] },
    { place: 'query', name: 'page', values: ['2'] },
  ],
  '{"name": "it\'s", "enabled": true, "tags": {}, "parent": null, "ids": [1, false]}',
);

describe('the Python program', () => {
  it('uses the literals of Python, and lists for repeated parameters', () => {
    expect(pythonOf(write, 'https://b.example', 'ccc_test_caller')).toBe(`import requests

response = requests.put(
    "https://b.example/a/b%2Fc",
    headers={
        "Authorization": "Bearer ccc_test_caller",
    },
    params={
        "service": ["compute", "a&b"],
        "page": "2",
    },
    json={
        "name": "it's",
        "enabled": True,
        "tags": {},
        "parent": None,
        "ids": [1, False],
    },
    timeout=30,
)
print(response.status_code, response.json())`);
  });

  it('reads a key that is not public from the environment, and sends a malformed body unchanged', () => {
    const program = pythonOf({ ...write, body: '{' }, 'https://b.example');
    expect(program).toContain(`import os\n\nimport requests`);
    expect(program).toContain(`f"Bearer {os.environ['COST_CONTRACT_API_KEY']}"`);
    expect(program).toContain('data="{",');
  });
});

describe('the Go program', () => {
  it('sends the body as a raw string', () => {
    const program = goOf(write, 'https://b.example');
    expect(program).toContain('"https://b.example/a/b%2Fc?service=compute&service=a%26b&page=2"');
    expect(program).toContain(`strings.NewReader(\`${write.body}\`)`);
    expect(program).toContain(
      'request.Header.Set("Authorization", "Bearer "+os.Getenv("COST_CONTRACT_API_KEY"))',
    );
  });

  it('escapes a body with a backtick, and imports only what it uses', () => {
    expect(goOf({ ...write, body: '"`"' }, '', 'k')).toContain('strings.NewReader("\\"`\\"")');
    expect(goOf({ ...write, body: null }, '', 'k')).not.toMatch(/"os"|"strings"/);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../mocks/create-mock.js';
import { expectRefusal, runServer } from '../../tests/support/command/command-io.js';
import { aHar, base, type EntryParts } from '../../tests/support/suite/har-fixture.js';
import { temporaryFolder } from '../../tests/support/temporary-folder.js';

async function harFile(har: string): Promise<string> {
  const file = join(temporaryFolder('replay'), 'trip.har');
  await writeFile(file, har);
  return file;
}

const endpoint = {
  url: 'https://hooks.example/?token=secret-of-hooks',
  event_types: ['optimization.completed'],
};

/** Sends reads and a write, and returns the bodies. */
async function visit(url: string): Promise<string[]> {
  const headers = { authorization: 'Bearer ccc_test_caller', 'content-type': 'application/json' };
  const bodies: string[] = [];
  const send = async (target: string, body?: object) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    bodies.push(await (await fetch(`${url}/api/v1/${target}`, init)).text());
  };
  await send('providers');
  await send('commitments?page_size=2&page=2');
  await send('commitments/detail/unknown');
  await send('webhooks/endpoints', endpoint);
  return bodies;
}

test('serves what the proxy recorded, without its secrets', async () => {
  const server = await createMock({ scenario: 'unmeasured', now: '2025-03-01T00:00:00Z' });
  onTestFinished(() => server.close());
  const file = join(temporaryFolder('replay'), 'trip.har');
  let sent: string[] = [];
  await runServer(['proxy', await server.listen(), '--record', file], async (url) => {
    sent = await visit(url);
  });
  let replayed: string[] = [];
  const { code, stderr } = await runServer(['mock', '--replay', file], async (url) => {
    replayed = await visit(url);
  });
  expect(code).toBe(0);
  expect(stderr).toContain(`Replaying 4 responses of 4 operations from ${file};`);
  expect(stderr).not.toContain('Warning');
  const recorded = await readFile(file, 'utf8');
  expect(recorded).not.toMatch(/ccc_test_caller|secret-of-hooks/);
  expect(replayed).toEqual(sent.map((text) => text.replace('secret-of-hooks', '[redacted]')));
});

test('warns of each response that violates the document', async () => {
  const file = await harFile(
    aHar({}, { responseBody: { success: 'yes' } }, { responseBody: '<html>', at: 1 }, { status: 418, at: 2 }),
  );
  const { stderr } = await runServer(['mock', '--replay', file]);
  const lines = stderr.split('\n').filter((line) => /^(Warning|See all)/.test(line));
  expect(lines).toEqual([
    'Warning: log.entries[1]: The response 200 of listProviders violates the contract: /timestamp is required (and 3 more).',
    expect.stringContaining(
      'log.entries[2]: The response 200 of listProviders violates the contract: its body is not JSON',
    ),
    expect.stringContaining(
      'log.entries[3]: The response 418 of listProviders violates the contract: the body must have a documented status',
    ),
    `See all checks: npx cloud-cost-contract check-traffic ${file}`,
  ]);
});

test('counts what is not replayed, with reasons', async () => {
  const entries: EntryParts[] = [
    {},
    { content: { size: 5 } },
    { status: 401 },
    { status: 304 },
    { content: { size: 500, mimeType: 'application/json', text: '{"success":' } },
    { url: 'http://other.example/api/v1/providers' },
  ];
  const { stderr } = await runServer(['mock', '--replay', await harFile(aHar(...entries))]);
  expect(stderr).toContain('Replaying 1 response of 1 operation from ');
  expect(stderr).toContain('1 recorded without the response body (record with content)');
  expect(stderr).toContain('1 with 401, 403 or 429');
  expect(stderr).toContain('1 from a cache');
  expect(stderr).toContain('1 with a truncated response body');
  expect(stderr).toContain('Not replayed: 1 request to http://other.example, which is another server.');
});

test.each<[string, string, string]>([
  ['a file that is not JSON', 'GET /', 'trip.har is not JSON'],
  ['another JSON file', '{}', 'trip.har is not an HTTP archive: log.entries is not a list.'],
  [
    'no request to the API',
    aHar({ url: `${base}/index.html` }),
    'contains no request to the API: none of its 1 entries',
  ],
  [
    'no body',
    aHar({ content: { size: 5 } }),
    'no response that can be replayed: 1 recorded without the response body',
  ],
])('does not start with %s', async (_name, har, message) => {
  expectRefusal(await runServer(['mock', '--replay', await harFile(har)]), message);
});

test('does not start without the file', async () => {
  expectRefusal(await runServer(['mock', '--replay', 'none.har']), 'none.har does not exist.');
});

import { expect, test } from 'vitest';
import type { Report } from '../../conformance/engine/report.js';
import { base, type EntryParts } from '../support/suite/har-fixture.js';
import { found, judge } from '../support/suite/judge-traffic.js';

const key = '0b1f6f0e-5a1c-4f2e-9d3b-7c8a9e0f1a2b';
const endpoint = (id: string) => ({
  success: true,
  timestamp: '2026-06-15T12:00:00Z',
  data: {
    id,
    url: 'https://a.example/',
    event_types: ['optimization.completed'],
    description: null,
    created_at: null,
  },
});
const write = (parts: EntryParts & { key?: string; caller?: string } = {}): EntryParts => ({
  method: 'POST',
  url: `${base}/api/v1/webhooks/endpoints`,
  headers: {
    authorization: `Bearer ${parts.caller ?? 'one_secret_key'}`,
    'idempotency-key': parts.key ?? key,
  },
  body: '{"url":"https://a.example/","event_types":["optimization.completed"]}',
  status: 201,
  responseBody: endpoint('whe-1'),
  ...parts,
});
const unknownBody = {
  request: {
    method: 'POST',
    url: `${base}/api/v1/webhooks/endpoints`,
    headers: [
      { name: 'authorization', value: 'Bearer one_secret_key' },
      { name: 'idempotency-key', value: key },
    ],
    bodySize: 90,
  },
};
const replayed = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
const idempotency = (report: Report) => found(report).filter((text) => text.startsWith('idempotency.'));
const on = (...ids: string[]) => ids.map((id) => `idempotency.${id} createWebhookEndpoint`);

test.each<[string, EntryParts, string[]]>([
  ['that returns the stored response passes', write({ at: 100, responseHeaders: replayed }), []],
  ['that is not marked fails', write({ at: 100 }), on('replay-is-marked')],
  [
    'that creates another endpoint fails',
    write({ at: 100, responseBody: endpoint('whe-2') }),
    on('replay-is-marked', 'replay-is-the-stored-response'),
  ],
  [
    'with another body may be rejected',
    write({
      at: 100,
      body: '{"url":"https://b.example/"}',
      status: 422,
      responseBody: {
        success: false,
        timestamp: '2026-06-15T12:00:00Z',
        error: { code: 'VALIDATION_ERROR', message: 'No.', details: null },
      },
    }),
    [],
  ],
  [
    'with another body that is executed fails',
    write({
      at: 100,
      body: '{"url":"https://a.example/","event_types":["optimization.completed"],"description":null}',
      responseBody: endpoint('whe-2'),
    }),
    on('reused-key-never-runs'),
  ],
  [
    'of another caller is a new write',
    write({ at: 100, caller: 'another_secret', responseBody: endpoint('whe-2') }),
    [],
  ],
  [
    'with another key is a new write',
    write({ at: 100, key: '1b1f6f0e-5a1c-4f2e-9d3b-7c8a9e0f1a2b', responseBody: endpoint('whe-2') }),
    [],
  ],
  [
    'with an unknown body is not compared',
    write({ at: 100, responseBody: endpoint('whe-2'), extra: unknownBody }),
    [],
  ],
  ['without response headers is not compared', write({ at: 100, responseHeaders: {} }), []],
  ['that overlaps the first is not compared', write({ at: 5, responseBody: endpoint('whe-2') }), []],
  ['with a key that is not a UUID fails', write({ at: 100, key: 'twice' }), on('malformed-key-is-422')],
])('a repeated write %s', async (_, second, violations) => {
  expect(idempotency(await judge(write(), second)).sort()).toEqual(violations.sort());
});

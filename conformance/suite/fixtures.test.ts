import { expect, test } from 'vitest';
import { aResult } from '../../tests/support/engine/report-fixture.js';
import { BadFixtures, fixturesTemplate, giveFixture, readFixtures } from './fixtures.js';

const where = 'fixtures.json';

test('returns valid fixtures unchanged', () => {
  const fixtures = {
    api_keys: ['ccc_test_caller'],
    audit_id: 7,
    latency_header: 'Mock-Latency',
    events_url: '/__mock/events',
    clock_url: 'http://127.0.0.1:4010/__mock/clock',
    webhook_url: 'https://hooks.example/a',
    webhook_secret: 'whsec_c2VjcmV0',
    commitments: { reservation: 'ri-1', raised: null },
    of_another_suite: true,
  };
  expect(readFixtures(fixtures, where)).toEqual(fixtures);
});

test.each<[string, unknown, string]>([
  ['latency_header', 'bad header', 'latency_header in fixtures.json must be the name of a header'],
  ['latency_header', 'x-late\r\nx-other', 'latency_header in fixtures.json must be the name of a header'],
  ['latency_header', '', 'latency_header in fixtures.json must be the name of a header'],
  ['latency_header', 'Content-Length', 'latency_header in fixtures.json must be a custom header'],
  ['latency_header', 'authorization', 'latency_header in fixtures.json must be a custom header'],
  ['events_url', 'http://[', 'events_url in fixtures.json must be an http or https URL, or a path'],
  ['clock_url', 'file:///etc/passwd', 'clock_url in fixtures.json must be an http or https URL, or a path'],
  ['webhook_url', 'https://a:b@hooks.example', 'must be a URL without a user name and password'],
  ['webhook_url', '/hooks', 'webhook_url in fixtures.json must be an http or https URL'],
  ['webhook_secret', 'geheim', 'webhook_secret in fixtures.json must be whsec_ followed by base64'],
  ['api_keys', 'geheim', 'api_keys in fixtures.json must be a list of strings'],
  ['api_keys', ['geheim'], 'api_keys[0] in fixtures.json is shorter than 8 characters'],
  ['api_keys', ['ccc_test_caller', 'geheim-geheim\n'], 'api_keys[1] in fixtures.json ends with a line break'],
  ['audit_id', Number.POSITIVE_INFINITY, 'audit_id in fixtures.json must be a number'],
])('rejects an invalid %s: %j', (name, value, words) => {
  const read = () => readFixtures({ [name]: value }, where);
  expect(read).toThrow(BadFixtures);
  expect(read).toThrow(words);
  expect(read).not.toThrow('geheim');
});

test('a template has the fixtures that blocked checks need', () => {
  const needs = (message: string) => aResult({ status: 'blocked', message });
  expect(fixturesTemplate([needs(giveFixture('audit_id')), aResult()])).toEqual({ audit_id: 4711 });
  expect(fixturesTemplate([aResult(), needs('the list is missing')])).toBeNull();
});

import { describe, expect, test } from 'vitest';
import type { Report } from '../../conformance/engine/report.js';
import type { RawExchange } from '../../conformance/engine/traffic/raw-exchange.js';
import { TrafficWatch } from '../../conformance/engine/traffic/watch-traffic.js';
import { api } from '../../conformance/suite/api.js';
import { checks } from '../../conformance/suite/checks/index.js';
import type { Change, FaultyServer } from './faulty-server.js';
import { faultyServers } from './index.js';
import { complaints, judge, newlyCaught } from './judge.js';

const now = () => performance.timeOrigin + performance.now();

const recording =
  (recorded: RawExchange[]): Change =>
  (server) =>
  async (request) => {
    const startedAt = now();
    const response = await server(request);
    recorded.push({
      where: '',
      method: request.method,
      url: `http://127.0.0.1${request.path}${request.query.size > 0 ? `?${request.query}` : ''}`,
      requestHeaders: Object.entries(request.headers),
      requestBody: request.body === '' ? null : request.body,
      status: response.status,
      responseHeaders: Object.entries(response.headers),
      responseBody: { text: response.body },
      startedAt,
      durationMs: now() - startedAt,
    });
    return response;
  };

/** Runs the whole suite against a server, and judges only the recorded traffic. */
async function judgeRecorded({
  change = (server) => server,
  base = 'independent',
}: Partial<Pick<FaultyServer, 'change' | 'base'>>): Promise<Report> {
  const recorded: RawExchange[] = [];
  await judge({ base, change: (server) => recording(recorded)(change(server)) });
  const traffic = new TrafficWatch(api, { baseUrl: 'http://127.0.0.1', showsKeys: true });
  for (const raw of recorded.sort((a, b) => a.startedAt - b.startedAt)) await traffic.observe(raw);
  return traffic.report();
}

const correct = {
  independent: complaints(await judgeRecorded({})),
  mock: complaints(await judgeRecorded({ base: 'mock' })),
};

test('the traffic of the suite against a correct server has no violation', () => {
  const failures = Object.values(correct).flatMap((found) =>
    [...found.values()].filter((text) => !text.startsWith('warned')),
  );
  expect(failures).toEqual([]);
});

describe('recorded traffic shows the same violation as the suite:', () => {
  const ofTraffic = checks.filter((check) => check.kind !== 'passive' && check.onTraffic);
  const first = ofTraffic.flatMap(({ id }) => faultyServers.find(({ caughtBy }) => caughtBy === id) ?? []);

  test('every check of traffic has a faulty server', () => {
    expect(first.map(({ caughtBy }) => caughtBy)).toEqual(ofTraffic.map(({ id }) => id));
  });

  test.each(first.map((server) => [server.caughtBy, server] as const))('%s', async (_, server) => {
    const found = newlyCaught(await judgeRecorded(server), correct[server.base]);
    expect(found).toContain(server.caughtBy);
    const expected = new Set([server.caughtBy, ...server.alsoCaughtBy]);
    expect(found.filter((id) => !expected.has(id))).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { checks } from '../../conformance/checks/index.js';
import type { Report } from '../../conformance/report.js';
import type { RawExchange } from '../../conformance/traffic/raw-exchange.js';
import { TrafficWatch } from '../../conformance/traffic/watch-traffic.js';
import type { Handler } from '../support/serve.js';
import type { Defect } from './defect.js';
import { defects } from './index.js';
import { complaints, judge } from './judge.js';

/** Lets the whole suite run against a server, and judges only what passed by. */
async function judgeRecorded({
  wrap,
  base = 'independent',
}: Partial<Pick<Defect, 'wrap' | 'base'>>): Promise<Report> {
  const recorded: RawExchange[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const recording =
    (server: Handler): Handler =>
    async (request) => {
      const startedAt = now();
      const answer = await server(request);
      recorded.push({
        where: '',
        method: request.method,
        url: `http://127.0.0.1${request.path}${request.query.size > 0 ? `?${request.query}` : ''}`,
        requestHeaders: Object.entries(request.headers),
        requestBody: request.body === '' ? null : request.body,
        status: answer.status,
        responseHeaders: Object.entries(answer.headers),
        responseBody: { text: answer.body },
        startedAt,
        durationMs: now() - startedAt,
      });
      return answer;
    };
  await judge({ base, wrap: (right) => recording(wrap ? wrap(right) : right) });
  const traffic = new TrafficWatch({ baseUrl: 'http://127.0.0.1', showsKeys: true });
  for (const raw of recorded.sort((a, b) => a.startedAt - b.startedAt)) traffic.watch(raw);
  return traffic.report();
}

const clean = {
  independent: complaints(await judgeRecorded({})),
  mock: complaints(await judgeRecorded({ base: 'mock' })),
};

test('the suite itself, with all that it sends wrong on purpose, shows no fault of a server that has none', () => {
  const failures = Object.values(clean).flatMap((found) =>
    [...found.values()].filter((text) => !text.startsWith('warned')),
  );
  expect(failures).toEqual([]);
});

describe('a server is judged by what passes by as by requests of its own:', () => {
  const watched = checks.filter((check) => check.kind === 'probe' && check.watch);
  const first = watched.flatMap(({ id }) => defects.find(({ kills }) => kills === id) ?? []);

  test('every claim that shows in traffic has a server that breaks it', () => {
    expect(first.map(({ kills }) => kills)).toEqual(watched.map(({ id }) => id));
  });

  test.each(first.map((defect) => [defect.kills, defect] as const))('%s', async (_, defect) => {
    const before = clean[defect.base ?? 'independent'];
    const found = [...complaints(await judgeRecorded(defect))]
      .filter(([verdict, message]) => before.get(verdict) !== message)
      .map(([verdict]) => verdict.split(' ')[0] as string);
    expect(found).toContain(defect.kills);
    const expected = new Set([defect.kills, ...(defect.also ?? [])]);
    expect(found.filter((id) => !expected.has(id))).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import type { Change } from '../../../tests/faulty-servers/faulty-server.js';
import { complaints, judge } from '../../../tests/faulty-servers/judge.js';

/** A server whose data change after its first responses to an operation, since a day begins or costs arrive. */
const withNewData =
  (path: RegExp, before: number, change: (data: any) => void): Change =>
  (right) => {
    let responses = 0;
    return async (request) => {
      const response = await right(request);
      if (!path.test(request.path) || response.status >= 300) return response;
      responses += 1;
      if (responses <= before) return response;
      const body = JSON.parse(response.body);
      change(body.data);
      return { ...response, body: JSON.stringify(body) };
    };
  };

let reads = 0;

test.each<[string, RegExp, number, (data: any) => void]>([
  [
    'parameters.default-is-as-documented',
    /commitments\/utilization$/,
    0,
    (data) => {
      data.undocumented_number = ++reads;
    },
  ],
  [
    'parameters.default-is-as-documented',
    /costs\/forecast$/,
    1,
    (data) => {
      data.days_remaining -= 1;
    },
  ],
  [
    'pagination.*',
    /costs\/breakdown$/,
    2,
    (data) => {
      data.total_period_cost += 5;
      for (const row of data.items) row.cost += 1;
    },
  ],
  [
    'costs.dimension-does-not-change-the-timeline',
    /costs\/timeline$/,
    1,
    (data) => {
      data.total = 0;
    },
  ],
])('%s does not blame a server whose data change between two reads', async (id, path, before, change) => {
  const only = [id];
  const correct = complaints(await judge({ base: 'mock', only }));
  const report = await judge({ base: 'mock', only, change: withNewData(path, before, change) });
  expect(complaints(report)).toEqual(correct);
});

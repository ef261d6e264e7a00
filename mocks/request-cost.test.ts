import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Operation, operations } from '../src/generated/operations.js';
import { bodySchema, placesIn, shapes, texts } from '../tests/support/mock/large-bodies.js';
import { processorTime } from '../tests/support/processor-time.js';
import { createMock, type Mock } from './create-mock.js';
import { bodyLimitBytes } from './settings/limits.js';

/** The most processor time of a request, in that of parsing and writing the largest body: 100 ms where a body takes 10 ms. */
const mostBodies = 10;
/** To search longer: `COST_RUNS=2000 npx vitest run mocks/request-cost.test.ts`. */
const numRuns = Number(process.env.COST_RUNS ?? 120);
const settings = { numRuns, seed: 1, endOnFailure: true } as const;

const mock = await createMock({ rateLimit: 1_000_000_000 });

describe('no request takes more than ten times as long as to parse and write the largest body', () => {
  const bodied = operations.filter(({ requestBody }) => requestBody !== null);
  const body = fc.constantFrom(...bodied).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      place: fc.constantFrom(...placesIn(bodySchema(operation))),
      shape: fc.constantFrom(...shapes),
      text: fc.constantFrom(...texts),
      share: fc.constantFrom(1, 0.3, 0.1, 0.01, 0.001),
    }),
  );

  test('a body of 1 MiB with any content in any place', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(body, async ({ operation, place, shape, text, share }) => {
        const filling = shape(text, Math.floor((bodyLimitBytes - 4096) * share));
        const sent = place(filling);
        expect(sent.length).toBeLessThanOrEqual(bodyLimitBytes);
        await expectCheap(() => send(operation, '', sent));
      }),
      settings,
    );
  });

  const queried = operations.flatMap((operation) =>
    operation.parameters.filter((one) => one.in !== 'header').map((parameter) => ({ operation, parameter })),
  );

  test('a parameter of 1 MiB', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...queried),
        fc.constantFrom(...texts),
        fc.constantFrom(1, 10, 1000, 100_000),
        async ({ operation, parameter }, text, times) => {
          const value = encodeURIComponent(text.repeat(Math.ceil(bodyLimitBytes / text.length / times / 9)));
          if (parameter.in === 'path') await expectCheap(() => send(operation, '', null, value));
          else {
            const query = `${parameter.name}=${value}&`.repeat(times).slice(0, bodyLimitBytes);
            await expectCheap(() => send(operation, query.replace(/%[\dA-F]?$/, ''), null));
          }
        },
      ),
      settings,
    );
  });

  test('a content type of 1 MiB', async () => {
    const [operation] = bodied as [Operation];
    for (const text of texts) {
      const type = `application/json;${text.repeat(bodyLimitBytes / text.length).replaceAll(/[^\x20-\x7e]/g, ' ')}`;
      await expectCheap(() => send(operation, '', '{}', undefined, { 'content-type': type }));
    }
  });
});

describe('no stored rules of a virtual tag key make a request take more than ten times as long as to parse and write the largest body', () => {
  const when = (dimension: string, operator: string, values: string[], key: string | null = null) => ({
    rules: [{ conditions: [{ dimension, operator, values, key }] }],
  });
  const every = { rules: [] };
  const named = { type: 'value', value: 'x' };
  const times = <T>(count: number, of: (index: number) => T) =>
    Array.from({ length: count }, (_, i) => of(i));
  const other = 'vtk-business-unit';
  const split = (count: number) => [
    {
      filter: every,
      assign: { type: 'percent', splits: times(count, (i) => ({ value: `v${i}`, pct: 100 / count })) },
    },
  ];
  const shared = (i: number) => ({
    type: 'cost_based',
    input_filter: when('virtual_tag', 'is', [`v${i}`], other),
    source: { origin: 'virtual', key: other },
  });
  const framed = (i: number) => ({
    start: new Date(Date.UTC(2025, 0, 1 + 3 * i)).toISOString().slice(0, 10),
    end: new Date(Date.UTC(2025, 0, 4 + 3 * i)).toISOString().slice(0, 10),
  });

  const write = async (target: Mock, id: string, configs: object[], name: string, version: number) => {
    const response = await target.fetch(`/api/v1/tags/virtual/${id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ name, expected_version: version, effective_from: '2024-01', configs }),
    });
    return { status: response.status, text: await response.text() };
  };
  const headers = { authorization: 'Bearer ccc_test_caller', 'content-type': 'application/json' };

  test.each<[string, object[], object[]]>([
    [
      '900 values of 1,000 characters with flexible_match',
      [],
      [
        {
          filter: when(
            'service',
            'flexible_match',
            times(900, (i) => `${i}`.padEnd(1000, 'a-')),
          ),
          assign: named,
        },
      ],
    ],
    [
      '100 cost-based shares',
      [],
      times(100, (i) => ({
        filter: when('service', 'is', [`s${i}`]),
        assign: { type: 'cost_based', input_filter: every, source: { origin: 'provider', key: 'team' } },
      })),
    ],
    [
      '100 time frames',
      [],
      times(100, (i) => ({
        filter: when('service', 'is', [`s${i}`]),
        time_frame: framed(i),
        assign: named,
      })),
    ],
    [
      'cost-based shares of a cost-based key, up to the limit',
      split(14),
      times(13, (i) => ({ filter: when('virtual_tag', 'is', [`v${i}`], other), assign: shared(i) })),
    ],
    [
      'cost-based shares of a cost-based key in time frames',
      split(2),
      times(99, (i) => ({
        filter: when('virtual_tag', 'is', [`v${i}`], other),
        time_frame: framed(i),
        assign: shared(i),
      })),
    ],
  ])('%s', async (_name, others, configs) => {
    const target = await createMock({ rateLimit: 1_000_000_000, frozen: true });
    const { tag_key: key } = (await (await target.fetch('/.well-known/cost-contract.json')).json()) as any;
    if (others.length > 0)
      expect(await write(target, other, others, 'Business unit', 2)).toMatchObject({ status: 200 });
    expect(await write(target, key.id, configs, 'Cost center', key.version)).toMatchObject({ status: 200 });
    await target.control.advance(3_600_000);
    const query = `group_by=virtual_tag&virtual_tag_key=${key.id}&period=ytd`;
    let day = 0;
    await expectCheap(async () => {
      // Another day, for which no earlier round has computed anything.
      await target.control.advance(86_400_000 * (day++ && 1));
      await target.fetch(`/api/v1/providers/provider_a/costs/breakdown?${query}`, { headers });
    });
  });

  test('rejects combinations of shares beyond the limit, in either order of writes', async () => {
    const configs = times(17, (i) => ({
      filter: when('virtual_tag', 'is', [`v${i}`], other),
      assign: shared(i),
    }));
    const first = await createMock();
    expect(await write(first, other, split(17), 'Business unit', 2)).toMatchObject({ status: 200 });
    const refused = await write(first, 'vtk-cost-center', configs, 'Cost center', 7);
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('"too_large"') });

    const second = await createMock();
    expect(await write(second, 'vtk-cost-center', configs, 'Cost center', 7)).toMatchObject({ status: 200 });
    expect(await write(second, other, split(17), 'Business unit', 2)).toMatchObject({ status: 422 });
  });
});

async function send(
  { method, path }: Operation,
  query: string,
  body: string | null,
  id?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const url = `http://mock.invalid${path.replaceAll(/\{(\w+)\}/g, (_, name) => id ?? known[name] ?? 'none')}`;
  const response = await mock.fetch(`${url}?${query}`, {
    method,
    body,
    headers: {
      authorization: 'Bearer ccc_test_caller',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    },
  });
  expect(response.status).toBeLessThan(500);
  await response.arrayBuffer();
}

const known: Readonly<Record<string, string>> = { provider_id: 'provider_a', key_id: 'vtk-cost-center' };

/**
 * Uses the minimum of several measurements, since a busy machine lengthens some of them.
 */
async function expectCheap(run: () => Promise<void>): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least > mostBodies; round += 1) {
    // Again in later rounds: other processes may have started to use the processor.
    if (round > 0 || timeOfBody === 0) timeOfBody = leastTimeOfBody();
    least = Math.min(least, (await timeOf(run)) / timeOfBody);
  }
  expect(least).toBeLessThanOrEqual(mostBodies);
}

let timeOfBody = 0;

/** Returns the processor time of parsing and writing the largest body, in milliseconds. */
function leastTimeOfBody(): number {
  const row = {
    id: 'i-0a1b2c3d',
    cost: 12.5,
    tags: { team: 'payments' },
    dates: ['2026-01-01', '2026-01-02'],
  };
  const count = Math.floor(bodyLimitBytes / JSON.stringify(row).length);
  const body = JSON.stringify(Array.from({ length: count }, () => row));
  return Math.min(
    ...Array.from({ length: 5 }, () => processorTime(() => void JSON.stringify(JSON.parse(body)))),
  );
}

/** Returns the processor time in milliseconds. */
async function timeOf(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

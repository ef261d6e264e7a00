import { expect, test, vi } from 'vitest';
import { changed, changedHeaders, queried, responses, withQuery } from '../faulty-servers/changes.js';
import type { Change } from '../faulty-servers/faulty-server.js';
import { complaints, judge } from '../faulty-servers/judge.js';

vi.setConfig({ testTimeout: 120_000 });

/** Every value of a body, changed from the inside out. */
function everywhere(change: (value: any, name: string) => unknown) {
  const visit = (value: any, name: string): unknown => {
    if (Array.isArray(value))
      return change(
        value.map((one) => visit(one, name)),
        name,
      );
    if (typeof value !== 'object' || value === null) return change(value, name);
    return change(
      Object.fromEntries(Object.entries(value).map(([key, own]) => [key, visit(own, key)])),
      name,
    );
  };
  return (body: unknown) => visit(body, '');
}

/** Changes what the API answers, and not what the fixtures say. */
const everyBody = (change: (body: any) => any): Change =>
  responses('* **', (answer, { path }) =>
    path.startsWith('/api/') ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) } : answer,
  );

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Holds some of the commitments alone, in the list and in the inventory. */
function holding(keep: (row: any) => boolean): Change {
  return (right) => async (request) => {
    const answer = await right(request);
    if (answer.status >= 300) return answer;
    if (request.path === '/api/v1/commitments/inventory') {
      const body = JSON.parse(answer.body);
      body.data.rows = body.data.rows.filter(keep);
      return { ...answer, body: JSON.stringify(body) };
    }
    if (request.path !== '/api/v1/commitments') return answer;
    const whole = await right(withQuery(request, { page: '1', page_size: '100' }));
    const rows = JSON.parse(whole.body).data.items.filter(keep);
    const body = JSON.parse(answer.body);
    const { current_page: page, page_size: size } = body.data.pagination;
    const total_pages = Math.ceil(rows.length / size);
    body.data.items = rows.slice((page - 1) * size, page * size);
    Object.assign(body.data.pagination, {
      total_items: rows.length,
      total_pages,
      has_next: page < total_pages,
      has_previous: page > 1 && total_pages > 0,
    });
    return { ...answer, body: JSON.stringify(body) };
  };
}

/** Puts something before every id of a commitment, and takes it off again in paths. */
function withIds(prefix: string): Change {
  const longer = everywhere((value, name) =>
    /^(id|row_id|commitment_id)$/.test(name) && /^(ri-|arn:|cud-|spend-)/.test(String(value))
      ? `${prefix}${value}`
      : value,
  );
  const shorter = (segment: string) => {
    if (!/%[\da-f]{2}/i.test(segment)) return segment;
    try {
      const id = decodeURIComponent(segment);
      return id.startsWith(prefix) ? encodeURIComponent(id.slice(prefix.length)) : segment;
    } catch {
      return segment;
    }
  };
  return (right) => async (request) => {
    const answer = await right({ ...request, path: request.path.split('/').map(shorter).join('/') });
    if (!request.path.startsWith('/api/')) {
      const fixtures = JSON.parse(answer.body);
      const commitments = Object.entries(fixtures.commitments ?? {}).map(([name, id]) => [
        name,
        `${prefix}${id}`,
      ]);
      return {
        ...answer,
        body: JSON.stringify({ ...fixtures, commitments: Object.fromEntries(commitments) }),
      };
    }
    return { ...answer, body: JSON.stringify(longer(JSON.parse(answer.body))) };
  };
}

/** Servers that keep the contract in ways of their own. */
const habits: readonly (readonly [name: string, change: Change])[] = [
  [
    'members in the order of the alphabet, backwards',
    everyBody(
      everywhere((value) =>
        isObject(value)
          ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? 1 : -1)))
          : value,
      ),
    ),
  ],
  [
    'members of its own everywhere',
    everyBody(everywhere((value) => (isObject(value) ? { ...value, _self: '.' } : value))),
  ],
  [
    'moments with an offset and parts of seconds',
    everyBody(
      everywhere((value) =>
        typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)
          ? value.replace('Z', '.000250+00:00')
          : value,
      ),
    ),
  ],
  [
    'a body with white space',
    responses('* **', (answer) => ({ ...answer, body: JSON.stringify(JSON.parse(answer.body), null, 2) })),
  ],
  ['pages of one unless asked for more', queried('GET /commitments?!page_size', { page_size: '1' })],
  ['one commitment', holding(({ id }) => id === 'ri-7f3a2c10')],
  ['no commitment at all in its lists', holding(() => false)],
  ['ids with slashes, blanks and percent signs', withIds('a/b %2F ')],
  [
    'a state that nobody has heard of',
    changed('GET /commitments/inventory?!state', 'rows', (rows) =>
      rows.length > 0 ? [...rows, { ...rows[0], id: `${rows[0].id}-frozen`, state: 'frozen' }] : rows,
    ),
  ],
  [
    'a total of a tag key without what is unallocated',
    changed('PUT /tags/virtual/*', 'key.total_spend', (usd, { key }) => usd - key.unallocated_spend),
  ],
  [
    'an account in two providers under two names',
    changed('GET /commitments', 'items[]', (item) =>
      item.provider === 'provider_b' ? { ...item, account_id: '100200300401', account_name: 'b' } : item,
    ),
  ],
  ['a header in capitals, and one of its own', changedHeaders('* **', { 'X-Powered-By': 'itself' })],
  [
    'what is not known yet is null',
    changed('GET /commitments', 'items[]', (item) => ({
      ...item,
      current_utilization_pct: null,
      current_coverage_pct: null,
    })),
  ],
];

test.each(habits)('nothing is found in a server with %s', async (_, change) => {
  const report = await judge({ base: 'mock', change });
  expect([...complaints(report)].filter(([, message]) => !message.startsWith('warned'))).toEqual([]);
  expect(report.summary.errored).toBe(0);
  expect(report.summary.passed).toBeGreaterThan(1000);
});

test('nor in the server that they are put around', async () => {
  expect(complaints(await judge({ base: 'mock' }))).toEqual(new Map());
});

import { expect, test, vi } from 'vitest';
import { changed, changedHeaders, queried, responses, withQuery } from '../faulty-servers/changes.js';
import type { Change } from '../faulty-servers/faulty-server.js';
import { complaints, judge } from '../faulty-servers/judge.js';
import { everyBody, everywhere, isObject, readings } from './other-readings.js';

vi.setConfig({ testTimeout: 120_000 });

/** A server with only some of the commitments, in the list and in the inventory. */
function withCommitments(isIncluded: (row: any) => boolean): Change {
  return (right) => async (request) => {
    const response = await right(request);
    if (response.status >= 300) return response;
    if (request.path === '/api/v1/commitments/inventory') {
      const body = JSON.parse(response.body);
      body.data.rows = body.data.rows.filter(isIncluded);
      return { ...response, body: JSON.stringify(body) };
    }
    if (request.path !== '/api/v1/commitments') return response;
    const whole = await right(withQuery(request, { page: '1', page_size: '100' }));
    const rows = JSON.parse(whole.body).data.items.filter(isIncluded);
    const body = JSON.parse(response.body);
    const { current_page: page, page_size: size } = body.data.pagination;
    const total_pages = Math.ceil(rows.length / size);
    body.data.items = rows.slice((page - 1) * size, page * size);
    Object.assign(body.data.pagination, {
      total_items: rows.length,
      total_pages,
      has_next: page < total_pages,
      has_previous: page > 1 && total_pages > 0,
    });
    return { ...response, body: JSON.stringify(body) };
  };
}

/** Adds a prefix to every commitment ID in responses, and removes it from paths. */
function withIds(prefix: string): Change {
  const addPrefix = everywhere((value, name) =>
    /^(id|row_id|commitment_id)$/.test(name) && /^(ri-|arn:|cud-|spend-)/.test(String(value))
      ? `${prefix}${value}`
      : value,
  );
  const removePrefix = (segment: string) => {
    if (!/%[\da-f]{2}/i.test(segment)) return segment;
    try {
      const id = decodeURIComponent(segment);
      return id.startsWith(prefix) ? encodeURIComponent(id.slice(prefix.length)) : segment;
    } catch {
      return segment;
    }
  };
  return (right) => async (request) => {
    const response = await right({ ...request, path: request.path.split('/').map(removePrefix).join('/') });
    if (!request.path.startsWith('/api/')) {
      const fixtures = JSON.parse(response.body);
      const commitments = Object.entries(fixtures.commitments ?? {}).map(([name, id]) => [
        name,
        `${prefix}${id}`,
      ]);
      return {
        ...response,
        body: JSON.stringify({ ...fixtures, commitments: Object.fromEntries(commitments) }),
      };
    }
    return { ...response, body: JSON.stringify(addPrefix(JSON.parse(response.body))) };
  };
}

/** Returns an empty page for `page=0`, which only a proposal rejects. */
const emptyPageZero: Change = (right) => async (request) => {
  if (request.query.get('page') !== '0') return right(request);
  const response = await right(withQuery(request, { page: '1' }));
  const { data, ...envelope } = JSON.parse(response.body);
  const pagination = { ...data.pagination, current_page: 0, has_next: true, has_previous: false };
  return { ...response, body: JSON.stringify({ ...envelope, data: { ...data, items: [], pagination } }) };
};

/** Conforming servers with unusual behavior. */
const variants: Readonly<Record<string, Change>> = {
  'properties in reverse alphabetical order': everyBody(
    everywhere((value) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? 1 : -1)))
        : value,
    ),
  ),
  'additional properties in every object': everyBody(
    everywhere((value) => (isObject(value) ? { ...value, _self: '.' } : value)),
  ),
  'timestamps with an offset and fractional seconds': everyBody(
    everywhere((value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)
        ? value.replace('Z', '.000250+00:00')
        : value,
    ),
  ),
  'an HTTP date as the timestamp of a read': everyBody((body, { path }) =>
    path.endsWith('/budgets') ? { ...body, timestamp: new Date(body.timestamp).toUTCString() } : body,
  ),
  'escapes for all but ASCII': responses('* **', (response) => ({
    ...response,
    body: response.body.replaceAll(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  })),
  'white space in bodies': responses('* **', (response) => ({
    ...response,
    body: JSON.stringify(JSON.parse(response.body), null, 2),
  })),
  'a step for each day of ten thousand years': responses(
    'GET /commitments/utilization',
    (response, { query }) =>
      query.get('end') === '9999-12-31' ? { ...response, status: 200, body: ' '.repeat(17 << 20) } : response,
  ),
  'an empty page before the first': emptyPageZero,
  'a default page size of 1': queried('GET /commitments?!page_size', { page_size: '1' }),
  'one commitment': withCommitments(({ id }) => id === 'ri-7f3a2c10'),
  'no commitments in its lists': withCommitments(() => false),
  'IDs with slashes, dots, letters of other scripts, spaces and percent signs': withIds('a/b.ä %2F '),
  'an unknown state': changed('GET /commitments/inventory?!state', 'rows', (rows) =>
    rows.length > 0 ? [...rows, { ...rows[0], id: `${rows[0].id}-frozen`, state: 'frozen' }] : rows,
  ),
  'a total of a tag key without the unallocated spend': changed(
    'PUT /tags/virtual/*',
    'key.total_spend',
    (usd, { key }) => usd - key.unallocated_spend,
  ),
  'an account with different names in two providers': changed('GET /commitments', 'items[]', (item) =>
    item.provider === 'provider_b' ? { ...item, account_id: '100200300401', account_name: 'b' } : item,
  ),
  'additional headers in mixed case': changedHeaders('* **', { 'X-Powered-By': 'itself' }),
  'null for unknown figures': changed('GET /commitments', 'items[]', (item) => ({
    ...item,
    current_utilization_pct: null,
    current_coverage_pct: null,
  })),
};

test.each(Object.entries({ ...variants, ...readings }))(
  'finds nothing on a server with %s',
  async (_, change) => {
    const report = await judge({ base: 'mock', change });
    expect([...complaints(report)].filter(([, message]) => !message.startsWith('warned'))).toEqual([]);
    expect(report.summary.errored).toBe(0);
    expect(report.summary.passed).toBeGreaterThan(1000);
  },
);

test('finds nothing on the unchanged server', async () => {
  expect(complaints(await judge({ base: 'mock' }))).toEqual(new Map());
});

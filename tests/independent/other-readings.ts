import {
  all,
  changed,
  matches,
  refusal,
  refuses,
  responses,
  success,
  withHeaders,
} from '../faulty-servers/changes.js';
import type { Change } from '../faulty-servers/faulty-server.js';
import { refusesOtherBodies } from '../faulty-servers/http/idempotency-changes.js';
import type { TestRequest, TestResponse } from '../support/serve.js';

/** Changes every value of a body, from the inside out. */
export function everywhere(change: (value: any, name: string) => unknown) {
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

/** Changes the responses of the API, but not the fixtures document. */
export const everyBody = (change: (body: any, request: TestRequest) => any): Change =>
  responses('* **', (response, request) =>
    request.path.startsWith('/api/')
      ? { ...response, body: JSON.stringify(change(JSON.parse(response.body), request)) }
      : response,
  );

export const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null is omitted, except where the service states it: in commitments, and for `details`. */
const withoutNull = everyBody((body, { path }) =>
  path === '/api/v1/commitments' || body.success === false
    ? body
    : everywhere((value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, own]) => own !== null)) : value,
      )(body),
);

const percentages = (decimals: number): Change =>
  everyBody(
    everywhere((value, name) =>
      typeof value === 'number' && /_pct$|^coverage$/.test(name) ? Number(value.toFixed(decimals)) : value,
    ),
  );

const emptyList = success({
  items: [],
  rows: [],
  pagination: {
    total_items: 0,
    total_pages: 0,
    current_page: 1,
    page_size: 20,
    has_next: false,
    has_previous: false,
  },
});

/** Returns an empty list for a value that no row can have. */
const emptyForUnknownValues: Change = responses('* **', (response, { query }) =>
  response.status === 422 && ['kind', 'state'].some((name) => query.get(name) === 'no-such-value')
    ? withHeaders(emptyList, { 'content-type': 'application/json' })
    : response,
);

const endpoints = 'POST /webhooks/endpoints';
const deletion = 'DELETE /webhooks/endpoints/*';
const tagKey = 'PUT /tags/virtual/*';
const idOf = ({ path }: TestRequest) => decodeURIComponent(path.split('/').at(-1) ?? '');
const isKnownCaller = ({ headers }: TestRequest) => headers.authorization?.startsWith('Bearer one_test_');
const parsed = (text: string): any => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const deletesNothing: Change = responses(deletion, (response, request) =>
  response.status === 404 && isKnownCaller(request)
    ? success({ id: idOf(request), deleted: false })
    : response,
);

const deletesAgain: Change = (server) => {
  const deleted = new Map<string, TestResponse>();
  return async (request) => {
    const response = await server(request);
    if (!matches(deletion, request)) return response;
    if (response.status < 300) deleted.set(request.path, response);
    return (response.status === 404 && isKnownCaller(request) && deleted.get(request.path)) || response;
  };
};

const oneEndpointPerUrl: Change = (server) => {
  const keyOfUrl = new Map<string, string | undefined>();
  return async (request) => {
    if (!matches(endpoints, request)) return server(request);
    const { 'idempotency-key': key, authorization } = request.headers;
    const url = `${authorization} ${parsed(request.body)?.url}`;
    if (keyOfUrl.has(url) && keyOfUrl.get(url)?.toLowerCase() !== key?.toLowerCase()) return refusal(409);
    const response = await server(request);
    if (response.status < 300) keyOfUrl.set(url, key);
    return response;
  };
};

const noDescription: Change = all(
  (server) => (request) =>
    isKnownCaller(request) && matches(endpoints, request) && parsed(request.body)?.description !== undefined
      ? refusal(422)
      : server(request),
  changed(endpoints, 'description', undefined),
);

/** The version counts only changes of the rules, and another name starts no job. */
const versionOfRules: Change = (server) => {
  const versions = { published: -1, real: -1 };
  const bodies = new Map<string, string>();
  return async (request) => {
    const body = matches(tagKey, request) ? parsed(request.body) : null;
    if (!Number.isInteger(body?.expected_version)) return server(request);
    const key = `${request.headers.authorization} ${request.headers['idempotency-key']?.toLowerCase()} ${request.body}`;
    if (versions.published < 0)
      Object.assign(versions, { published: body.expected_version, real: body.expected_version });
    if (body.expected_version === versions.published) body.expected_version = versions.real;
    const sent = bodies.get(key) ?? JSON.stringify(body);
    const response = await server({ ...request, body: sent });
    if (response.status >= 300) return response;
    if (request.headers['idempotency-key']) bodies.set(key, sent);
    const { data, ...rest } = JSON.parse(response.body);
    versions.real = Math.max(versions.real, data.key.rules_version);
    const ownKey = { ...data.key, rules_version: versions.published, job: null };
    return { ...response, body: JSON.stringify({ ...rest, data: { key: ownKey, job: null } }) };
  };
};

/** Conforming servers that read the service's description in another way than the document. */
export const readings: Readonly<Record<string, Change>> = {
  'details of a recommendation of other types': all(
    changed('GET /recommendations/*/details', 'comparison', (rows) => ({ before: rows, after: [] })),
    changed('GET /recommendations/*/details', 'risk', 'low'),
    changed('GET /recommendations/*/details', 'linked_to', ['r-1']),
  ),
  'a list of recommendations without pages': changed(
    'GET /providers/*/recommendations',
    'items',
    (items, data) => {
      for (const name of Object.keys(data)) delete data[name];
      return Object.assign(data, { results: items }).items;
    },
  ),
  'unknown values omitted instead of null': withoutNull,
  'percentages with one decimal': percentages(1),
  'percentages without decimals': percentages(0),
  'tag keys with ids and conditions of other types': all(
    changed(tagKey, 'key.values', (values) => values.map((one: any, id: number) => ({ ...one, id }))),
    changed(tagKey, 'key.dependents', (keys) => keys.map((one: any, id: number) => ({ ...one, id }))),
    changed(tagKey, 'key.configs', (configs) =>
      configs.map((one: any, id: number) => ({
        ...one,
        id,
        position: `p${id}`,
        assign: { type: 1, value: 2 },
      })),
    ),
    changed(tagKey, 'key.configs[].filter.rules[].conditions[]', () => ({
      dimension: { of: 'tag' },
      key: ['team'],
      operator: 1,
      values: [1, 2],
    })),
  ),
  'a version of the rules that another name does not change': versionOfRules,
  '422 for a used idempotency key with another body': refusesOtherBodies,
  'a success with deleted: false for unknown endpoints': deletesNothing,
  'a second deletion that succeeds': deletesAgain,
  'one endpoint for each URL': oneEndpointPerUrl,
  'endpoints without a description': noDescription,
  '422 for ids that cannot exist': refuses(
    '* **',
    422,
    ({ path }, { status }) =>
      status === 404 && /no-such-(?!route)|987654321/.test(path) && !path.includes('/renewal/'),
  ),
  'empty lists for values that no row can have': emptyForUnknownValues,
  'other names for cost bases and scopes': all(
    changed('GET /costs/forecast', 'credits', (credits) => (credits === 'after' ? 'net' : credits)),
    changed('GET /providers/*/costs/invoices', 'credits', (credits) =>
      credits === 'after' ? 'net' : credits,
    ),
    changed('GET /commitments/esr', 'scope', 'organization'),
  ),
  'empty texts instead of null': all(
    changed('GET /commitments/renewal-quote/*', 'error_message', (text) => text ?? ''),
    changed('GET /repo-binding/recommendations/*/targets', 'items[].error_message', (text) => text ?? ''),
    changed(tagKey, 'job', (job) => (job === null ? job : { ...job, error: '' })),
  ),
  'no error_message in a priced quote': changed(
    'GET /commitments/renewal-quote/*',
    'error_message',
    (text) => text ?? undefined,
  ),
  'an audit in progress whose lines are not realized yet': all(
    changed('GET /recommendations/audit/realized/*', 'realized_savings_in_progress_usd', (_, { lines }) =>
      lines.reduce((total: number, { savings_usd }: any) => total + savings_usd, 0),
    ),
    changed('GET /recommendations/audit/realized/*', 'realized_savings_usd', 0),
  ),
  'an event at the same moment in another time zone': changed(
    'GET /recommendations/audit/realized/*',
    '',
    (audit) => ({
      ...audit,
      cloud_event_time: '2026-01-05T10:00:00Z',
      technical_details: { ...audit, cloud_event_time: '2026-01-05T11:00:00+01:00' },
    }),
  ),
  'annual savings of the last twelve months': changed(
    'GET /recommendations/audit/summary',
    'total_annual_savings',
    (usd) => usd * 0.9,
  ),
  'invoice totals with marketplace charges, and months as words': changed(
    'GET /providers/*/costs/invoices',
    'items[]',
    (month) => ({
      ...month,
      total: month.total + month.marketplace_total,
      invoice_month: new Date(
        `${month.invoice_month.slice(0, 4)}-${month.invoice_month.slice(-2)}-01`,
      ).toLocaleString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    }),
  ),
  'rows of other reads with fields of their own': all(
    changed('GET /commitments/inventory', 'rows', (rows) =>
      rows.map(({ id, ...row }: any, index: number) => ({
        ...row,
        id: index,
        commitment: id,
        kind: 'standard',
      })),
    ),
    changed('GET /commitments/portfolio', 'rows', (rows) =>
      rows.map(({ id, ...row }: any) => ({ ...row, commitment: id, service: 'All of it' })),
    ),
  ),
  'plan types of one service': changed('GET /commitments/utilization?type=sp', 'services', (services) =>
    services.map((one: any) => ({ ...one, service: 'savings plans', plan: one.service })),
  ),
  'an overview with the days that it covers': changed('GET /commitments/overview', '', (overview) => ({
    ...overview,
    window: { days: 30 },
  })),
  'spend commitments that are exceeded': changed('GET /commitments', 'items[]', (row) =>
    row.kind === 'spend_commitment' ? { ...row, current_utilization_pct: 130 } : row,
  ),
};

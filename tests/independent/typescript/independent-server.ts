import type { Handler, TestAnswer, TestRequest } from '../../support/serve.js';

/**
 * A small server written against the service's description alone, by other habits than the mock's:
 * one provider unless two are wanted, ids of its own form, pages of seven, keys in another order,
 * fields of its own, 404 before 401, and its own shapes wherever the description shows none. It keeps the contract, so
 * the suite must find nothing failed.
 */
export function createIndependentServer({
  keys,
  secondProvider = false,
  pagesOfNothing = 1,
  copies = 1,
}: {
  keys: readonly string[];
  secondProvider?: boolean;
  /** How many pages an empty list has: the description does not say. */
  pagesOfNothing?: 0 | 1;
  /** How many it holds of each commitment, each with an id of its own. */
  copies?: number;
}): Handler {
  const endpoints = new Map<string, { owner: string; endpoint: object }>();
  const stored = new Map<string, { running: boolean; answer?: TestAnswer }>();
  let endpointCount = 0;
  const tagKey = { version: 3, name: 'Team' };
  const providers = [
    { provider_name: 'Only Cloud', provider_id: 'provider_a', since: 2019 },
    ...(secondProvider ? [{ provider_name: 'Other Cloud', provider_id: 'provider_b', since: 2024 }] : []),
  ];
  const commitments = (secondProvider ? [...ownCommitments, ...otherCommitments] : ownCommitments).flatMap(
    (commitment) =>
      Array.from({ length: copies }, (_, copy) =>
        copy === 0 ? commitment : { ...commitment, id: `${commitment.id}.${copy}` },
      ),
  );

  function commitmentOf(id: string | undefined) {
    const found = commitments.find((commitment) => commitment.id === id);
    if (!found) throw refusal(404, 'NOT_FOUND', 'No such commitment');
    return found;
  }

  function providerOf(id: string | undefined): string {
    const found = providers.find(({ provider_id }) => provider_id === id);
    if (!found) throw refusal(404, 'NOT_FOUND', 'No such provider');
    return found.provider_id;
  }

  function listCommitments({ query }: TestRequest) {
    oneOf(query, 'kind', ['reserved_instance', 'savings_plan', 'committed_use_discount', 'spend_commitment']);
    const rows = commitments.filter((row) =>
      (['kind', 'provider', 'status'] as const).every((name) => [null, row[name]].includes(query.get(name))),
    );
    return page(query, rows, pagesOfNothing);
  }

  const routes: readonly {
    method: string;
    path: RegExp;
    answer(request: TestRequest, parts: string[], key: string): TestAnswer | Promise<TestAnswer>;
  }[] = [
    get('/commitments', listCommitments),
    get('/commitments/overview', ({ query }) => {
      const type = oneOf(query, 'commitment_type', ['all', 'ri', 'sp']) ?? 'all';
      const ours = providerOf(query.get('provider') ?? 'provider_a') === 'provider_a';
      return {
        effectiveRate: ours ? 21.5 : 0,
        reservations: { count: ours && type !== 'sp' ? 7 : 0 },
        plans: { count: ours && type !== 'ri' ? 2 : 0 },
      };
    }),
    get('/commitments/inventory', (request) => inventory(request, commitments)),
    get('/commitments/utilization', ({ query }) => {
      oneOf(query, 'granularity', ['daily', 'monthly']);
      day(query, 'start');
      day(query, 'end');
      return oneOf(query, 'type', ['ri', 'sp']) === 'sp'
        ? [{ planType: 'compute', usedHours: 70, purchasedHours: 80 }]
        : [
            { service: 'vm', usedHours: 90, purchasedHours: 100 },
            { service: 'db', usedHours: 5, purchasedHours: 10 },
          ];
    }),
    get('/commitments/esr', ({ query }) => {
      const period = query.get('period');
      if (period !== null && !/^\d{4}-(0[1-9]|1[0-2])$/.test(period)) throw invalid('period');
      return savingsRate(oneOf(query, 'scope', ['eligible', 'all']) ?? 'eligible', period ?? '2026-05');
    }),
    get('/commitments/portfolio', ({ query }) => {
      oneOf(query, 'basis', ['net', 'list']);
      return { holdings: commitments.map(({ id, account_id }) => ({ commitment: id, holder: account_id })) };
    }),
    get('/commitments/recommendations', ({ query }) => {
      oneOf(query, 'commitment_type', ['all', 'ri', 'sp']);
      return [];
    }),
    get('/commitments/coverage', () => commitments.map(({ id }) => ({ commitment: id, coverage: 50 }))),
    get('/commitments/renewal-options/([^/]+)', ({ query }, [id]) => {
      const commitment = commitmentOf(id);
      const quantity = query.get('quantity') ?? '2';
      if (!(Number(quantity) > 0)) throw invalid('quantity');
      if (commitment.kind === 'reserved_instance' && !Number.isInteger(Number(quantity)))
        throw invalid('quantity');
      return {
        choices: [1, 3].map((years) => ({
          years,
          quantity: Number(quantity),
          price: Number(quantity) * years * 900,
          recommended: years === 1,
        })),
      };
    }),
    get('/commitments/renewal-quote/([^/]+)', (_, [id]) => ({
      commitment: commitmentOf(id).id,
      price: null,
      error_message: 'The price list did not answer',
    })),
    get('/commitments/renewal/([^/]+)', (_, [id]) => {
      commitmentOf(id);
      throw refusal(404, 'NOT_FOUND', 'No renewal has been raised');
    }),
    get('/providers', () => providers),
    get('/providers/provider_b/budgets', () => {
      providerOf('provider_b');
      return { items: [budget] };
    }),
    get('/recommendations/audit/summary', () => ({
      total_monthly_savings: 120.5,
      total_monthly_savings_percentage: 4.2,
      total_annual_savings: 1446,
      payback: 3,
      average_roi: 2.5,
      total_savings: 900,
      providers: [{ provider: 'Only Cloud', provider_id: 'provider_a', total_savings: 900 }],
    })),
    get('/recommendations/audit/realized/([^/]+)', (_, [id]) => {
      if (!/^\d+$/.test(id ?? '')) throw invalid('audit_id');
      if (id !== '12') throw refusal(404, 'NOT_FOUND', 'No such audit');
      return audit;
    }),
    get('/recommendations/([^/]+)/details', (_, [id]) => ({
      recommendation: recommendationOf(id),
      linked_to: null,
      comparison: [],
      risk: 'low',
    })),
    get('/costs/forecast', ({ query }) => {
      oneOf(query, 'credits', ['after', 'before']);
      const connected = providers.map(({ provider_id }) => provider_id);
      return { ...forecast(query.get('provider'), connected), credits: query.get('credits') ?? 'after' };
    }),
    get('/providers/([^/]+)/costs/invoices', ({ query }, [id]) => {
      oneOf(query, 'credits', ['after', 'before']);
      const items =
        providerOf(id) === 'provider_b' ? [invoiceOf('202605', 310), invoiceOf('202604', 290)] : [];
      return { items, includes_billing_account_charges: false, credits: query.get('credits') ?? 'after' };
    }),
    get('/providers/([^/]+)/costs/filter-options', ({ query }, [id]) => {
      providerOf(id);
      oneOf(query, 'dimension', ['service', 'account_id', 'region', 'tag_key', 'tag_value']);
      return { options: ['vm', 'db'] };
    }),
    get('/providers/([^/]+)/costs/summary', (_, [id]) => ({ of: providerOf(id), spend: 4200.25 })),
    get('/providers/([^/]+)/costs/timeline', (_, [id]) => ({ of: providerOf(id), points: [1, 2, 3] })),
    get('/providers/([^/]+)/costs/breakdown', ({ query }, [id]) => {
      providerOf(id);
      return page(query, [
        { group: 'vm', cost: 4000 },
        { group: 'db', cost: 200.25 },
      ]);
    }),
    get('/providers/([^/]+)/recommendations', ({ query }, [id]) => {
      providerOf(id);
      return page(query, [
        { recommendation_id: 'R/1', saves: 10, linked_to: null },
        { recommendation_id: 'R/2', saves: 8, linked_to: null },
      ]);
    }),
    get('/providers/([^/]+)/recommendations/overview', (_, [id]) => ({ of: providerOf(id), open: 2 })),
    get('/repo-binding/recommendations/([^/]+)/targets', (_, [id]) => ({
      recommendation_id: recommendationOf(id),
      items: [],
    })),
    {
      method: 'PUT',
      path: /^\/api\/v1\/tags\/virtual\/([^/]+)$/,
      answer: (request, [id], key) => {
        if (id !== 'T7') throw refusal(404, 'NOT_FOUND', 'No such tag key');
        return once(request, key, () => {
          const body = parse(request);
          if (typeof body.name !== 'string') throw invalid('name');
          if (!Number.isInteger(body.expected_version)) throw invalid('expected_version');
          if (body.expected_version !== tagKey.version) throw refusal(409, 'CONFLICT', 'The version is old');
          tagKey.version += 1;
          tagKey.name = body.name;
          return { job: jobOf(tagKey.version), key: tagKeyOf(tagKey) };
        });
      },
    },
    {
      method: 'POST',
      path: /^\/api\/v1\/webhooks\/endpoints$/,
      answer: (request, _, key) =>
        once(request, key, () => {
          const body = parse(request);
          if (typeof body.url !== 'string') throw invalid('url');
          if (!Array.isArray(body.event_types)) throw invalid('event_types');
          if (body.event_types.some((type: unknown) => typeof type !== 'string'))
            throw invalid('event_types');
          endpointCount += 1;
          const endpoint = {
            created_at: now(),
            description: typeof body.description === 'string' ? body.description : '',
            event_types: body.event_types,
            url: body.url,
            id: `hook#${endpointCount}`,
            enabled: true,
          };
          endpoints.set(endpoint.id, { owner: key, endpoint });
          return endpoint;
        }),
    },
    {
      method: 'DELETE',
      path: /^\/api\/v1\/webhooks\/endpoints\/([^/]+)$/,
      answer: (_, [id], key) => {
        if (endpoints.get(id ?? '')?.owner !== key) throw refusal(404, 'NOT_FOUND', 'No such endpoint');
        endpoints.delete(id ?? '');
        return success({ deleted: true, id });
      },
    },
  ];

  return async (request) => {
    try {
      const found = routes
        .filter(({ method }) => method === request.method)
        .map((route) => ({ route, match: route.path.exec(request.path) }))
        .find(({ match }) => match);
      if (!found?.match) throw refusal(404, 'NOT_FOUND', 'No such route');
      const key = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (key === undefined || !keys.includes(key))
        throw refusal(401, 'AUTHENTICATION_ERROR', 'Who are you?');
      const parts = found.match.slice(1).map(decode);
      return await found.route.answer(request, parts, key);
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };

  async function once(request: TestRequest, key: string, run: () => object): Promise<TestAnswer> {
    const header = request.headers['idempotency-key'];
    if (header === undefined) return success(run());
    if (!/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(header)) {
      throw invalid('Idempotency-Key');
    }
    const name = `${key} ${request.method} ${request.path} ${header.toLowerCase()}`;
    const known = stored.get(name);
    if (known?.running) throw refusal(409, 'CONFLICT', 'Still running');
    if (known?.answer) {
      return { ...known.answer, headers: { ...known.answer.headers, 'idempotent-replayed': 'true' } };
    }
    stored.set(name, { running: true });
    try {
      // Work that takes a turn, so that two equal requests can meet.
      await new Promise((resolve) => setImmediate(resolve));
      const answer = success(run());
      stored.set(name, { running: false, answer });
      return answer;
    } catch (error) {
      stored.delete(name);
      throw error;
    }
  }
}

/** What no list of the server tells. */
export const independentFixtures = { audit_id: 12, tag_key: { id: 'T7', name: 'Team', version: 3 } };

type Read = (request: TestRequest, parts: string[]) => object;

function get(path: string, read: Read) {
  return {
    method: 'GET',
    path: new RegExp(`^/api/v1${path}$`),
    answer: (request: TestRequest, parts: string[]) => success(read(request, parts)),
  };
}

class Refusal extends Error {
  constructor(readonly answer: TestAnswer) {
    super();
  }
}

const headers = { 'content-type': 'application/json; charset=utf-8', server: 'independent' };
const now = () => '2026-06-15T14:00:00.250+02:00';

function success(data: unknown): TestAnswer {
  return {
    status: 200,
    headers,
    body: JSON.stringify({ data, timestamp: now(), node: 'n1', success: true }),
  };
}

function refusal(status: number, code: string, message: string): Refusal {
  const body = JSON.stringify({ error: { details: null, message, code }, timestamp: now(), success: false });
  return new Refusal({ status, headers, body });
}

function invalid(what: string): Refusal {
  return refusal(422, 'VALIDATION_ERROR', `${what} is not valid`);
}

function decode(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '');
  } catch {
    throw refusal(400, 'BAD_REQUEST', 'The path is not encoded');
  }
}

function parse(request: TestRequest): any {
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    throw refusal(400, 'BAD_REQUEST', 'Not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('body');
  return body;
}

function oneOf(query: URLSearchParams, name: string, allowed: readonly string[]): string | null {
  const value = query.get(name);
  if (value !== null && !allowed.includes(value)) throw invalid(name);
  return value;
}

function day(query: URLSearchParams, name: string): void {
  const value = query.get(name);
  if (value === null) return;
  // What no month has, such as a 30th of February, is read as a day of the next.
  const read = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(read.valueOf()) || read.toISOString().slice(0, 10) !== value) throw invalid(name);
}

function page(query: URLSearchParams, all: readonly object[], pagesOfNothing = 1) {
  const number = Number(query.get('page') ?? 1);
  const size = Number(query.get('page_size') ?? 7);
  if (!Number.isInteger(number) || number < 1) throw invalid('page');
  if (!Number.isInteger(size) || size < 1 || size > 50) throw invalid('page_size');
  const pages = Math.max(pagesOfNothing, Math.ceil(all.length / size));
  return {
    pagination: {
      has_previous: number > 1,
      has_next: number < pages,
      page_size: size,
      current_page: number,
      total_pages: pages,
      total_items: all.length,
    },
    items: all.slice((number - 1) * size, number * size),
  };
}

const plan = (number: number) => `arn:provider_a:savingsplans::77:savingsplan/p-${number}`;

function invoiceOf(invoice_month: string, regular: number) {
  return {
    by_cost_type: { tax: regular / 10, regular, rounding_error: -0.01, adjustment: -5 },
    total: regular + regular / 10 - 5 - 0.01,
    marketplace_total: 12,
    invoice_month,
  };
}

const budget = {
  approximate: false,
  thresholds: [50, 90, 100],
  amount_kind: 'specified',
  burn_pct: 62.5,
  forecast: 450,
  spent: 250,
  amount_usd: 400,
  calendar_period: 'MONTH',
  display_name: 'Machines',
  budget_id: 'B/1',
};

const ownCommitments = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => {
  const isPlan = number % 4 === 0;
  return {
    monthly_commitment_usd: 100 * number,
    current_coverage_pct: 55.5,
    current_utilization_pct: 100 - number,
    status: number === 9 ? 'lapsed' : 'active',
    end_date: `2027-0${number}-01`,
    start_date: `2026-0${number}-01`,
    kind: isPlan ? 'savings_plan' : 'reserved_instance',
    region: 'east',
    account_name: 'main',
    account_id: '77',
    service_label: 'Machines',
    service: 'vm',
    provider: 'provider_a',
    id: isPlan ? plan(number) : `C${1000 + number}`,
    colour: 'green',
  };
});

const otherCommitments = [1, 2, 3].map((number) => ({
  ...(ownCommitments[0] as (typeof ownCommitments)[number]),
  kind: 'committed_use_discount',
  provider: 'provider_b',
  id: `X-${number}`,
}));

function recommendationOf(id: string | undefined): string {
  if (id !== 'R/1' && id !== 'R/2') throw refusal(404, 'NOT_FOUND', 'No such recommendation');
  return id;
}

function inventory({ query }: TestRequest, held: typeof ownCommitments) {
  const instrument = oneOf(query, 'instrument', ['ri', 'sp']);
  if (instrument === null) throw invalid('instrument');
  const states = ['active', 'queued', 'queued-deleted', 'payment-pending', 'payment-failed', 'retired'];
  const state = oneOf(query, 'state', states);
  return {
    things: held
      .filter(({ kind }) => kind === (instrument === 'sp' ? 'savings_plan' : 'reserved_instance'))
      .map(({ id, service }, index) => ({ id, service, state: index === 1 ? 'payment-failed' : 'active' }))
      .filter((row) => state === null || row.state === state),
  };
}

function savingsRate(scope: string, period: string) {
  const rate = (onDemand: number, negotiated: number, committed: number) => ({
    total_rate_pct: ((negotiated + committed) / onDemand) * 100,
    commitment_rate_pct: (committed / onDemand) * 100,
    negotiated_rate_pct: (negotiated / onDemand) * 100,
    total_saved: negotiated + committed,
    negotiated_saved: negotiated,
    commitment_saved: committed,
    effective_cost: onDemand - negotiated - committed,
    on_demand_equivalent: onDemand,
    measured: true,
  });
  return {
    accounts: [
      { ...rate(800, 0, 240), account_name: 'main', account_id: '77' },
      { ...rate(200, 30, -10), account_name: 'lab', account_id: '78' },
    ],
    totals: rate(1000, 30, 230),
    measured_share_pct: 100,
    scope,
    period,
  };
}

/** What each provider is forecast to cost; all together cost the sum. */
const monthlyCosts: Readonly<Record<string, number>> = { provider_a: 2480, provider_b: 620 };

function forecast(provider: string | null, connected: readonly string[]) {
  const value = (
    provider === null || provider === 'all' ? connected : connected.filter((one) => one === provider)
  )
    .map((one) => monthlyCosts[one] ?? 0)
    .reduce((total, cost) => total + cost, 0);
  const empty = value === 0;
  return {
    sparkline: empty ? [] : Array.from({ length: 60 }, (_, index) => (value / 31) * (1 + index / 1000)),
    future_start_index: empty ? 0 : 30,
    forecast_value: value,
    forecast_low: value * 0.9,
    forecast_high: value * 1.1,
    confidence_pct: 80,
    delta_pct_vs_last_month: 1.5,
    booked_to_date: value / 2,
    daily_rate: value / 31,
    days_remaining: 15,
    days_since_last_actual: 1,
    daily_rate_sample_days: 12,
    daily_rate_thin_days: 2,
    daily_rate_window_days: 14,
    actuals_through: '2026-06-14',
  };
}

function jobOf(version: number) {
  return {
    finished_at: null,
    created_at: now(),
    error: null,
    periods_total: 3,
    periods_done: 0,
    to_period: '2026-06',
    from_period: '2026-04',
    status: 'queued',
    id: `J${version}`,
  };
}

function tagKeyOf({ version, name }: { version: number; name: string }) {
  return {
    id: 'T7',
    name,
    description: '',
    origin: 'virtual',
    providers: ['provider_a'],
    status: 'active',
    shares_provider_key: false,
    can_override: true,
    effective_from: '2026-04',
    rules_version: version,
    collapsed_keys: [],
    configs: [],
    values: [{ id: 'v1', name: 'red', spend: 60, resource_count: 3 }],
    total_spend: 100,
    unallocated_spend: 40,
    resource_count: 5,
    dependents: [],
    job: jobOf(version),
    window: { start: '2026-05-01', end: '2026-05-31' },
  };
}

const event = {
  actor_ip: '192.0.2.7',
  actor_type: 'user',
  actor_principal: 'ops',
  cloud_event_time: '2026-05-02T10:00:00Z',
  cloud_event_name: 'Resize',
  cloud_event_id: 'E1',
};

const audit = {
  ...event,
  technical_details: { ...event, evidence: {} },
  id: 12,
  dashboard_view_id: 4,
  view_count_at_audit: 2,
  days_active_in_period: 30,
  savings_id: 'S1',
  recommendation_id: 'R/1',
  approved_by: 'ops',
  applied_via: 'console',
  implementation_method: 'manual',
  first_view_channel: 'cli',
  provider: 'provider_a',
  cloud_resource_id: 'vm-1',
  service: 'vm',
  account_id: '77',
  region: 'east',
  environment: 'prod',
  dashboard_viewer: 'ops',
  billing_period: '2026-05',
  realized_basis: 'invoice',
  calculator_version: '2',
  first_view_at: '2026-05-01T10:00:00Z',
  implemented_at: '2026-05-02T10:00:00Z',
  billing_period_start: '2026-05-01T00:00:00Z',
  billing_period_end: '2026-05-31T23:59:59Z',
  settled_at: '2026-06-05T00:00:00Z',
  snapshot_7d_at: '2026-05-09T10:00:00Z',
  snapshot_30d_at: '2026-06-01T10:00:00Z',
  frozen_at: '2026-06-06T00:00:00Z',
  detected_at: '2026-05-03T00:00:00Z',
  updated_at: '2026-06-06T00:00:00Z',
  verification: 'confirmed',
  estimated_savings_usd: 20,
  realized_savings_usd: 18,
  realized_savings_in_progress_usd: 0,
  realized_savings_7d_usd: 4,
  realized_savings_30d_usd: 18,
  evidence: {},
  execution_logs: [],
  execution_steps: [],
  lines: [
    {
      id: 1,
      usage_type: 'hours',
      usage_quantity: 10,
      usage_unit: 'hour',
      unit_price_usd: 1,
      savings_usd: 10,
      operation: 'run',
    },
    {
      id: 2,
      usage_type: 'disk',
      usage_quantity: 4,
      usage_unit: 'GB',
      unit_price_usd: 2,
      savings_usd: 8,
      operation: 'keep',
    },
  ],
};

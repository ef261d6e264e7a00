import type { Handler, TestRequest, TestResponse } from '../support/serve.js';

/** Common mistakes with an API of this kind. */
export const mistakes = {
  noAuthentication: 'requests without an API key succeed',
  anyKey: 'requests with any API key succeed',
  errorIsAString: '`error` is a string',
  errorWithoutDetails: '`error.details` is missing',
  unknownCode: '`error.code` is not a code of the contract',
  noTimestamp: '`timestamp` is missing',
  timestampInSeconds: '`timestamp` is a number of seconds',
  noSuccessFlag: '`success` is missing',
  failureWith200: 'errors have status 200',
  bareList: 'the list is `data` itself, without items and pagination',
  noPagination: 'the list has no pagination',
  pagesFromZero: 'pages are counted from 0',
  alwaysHasNext: 'has_next is true on the last page',
  pageCount: 'total_items is the number of items on the page',
  numbersAsStrings: 'amounts are strings',
  nullsOmitted: 'null fields are omitted',
  filtersIgnored: 'filters are ignored',
  unknownValuesAccepted: 'an unknown enum value in a filter returns an empty list',
  htmlNotFound: 'unknown routes return an HTML page',
  textInternalError: 'page=0 returns an internal server error in plain text',
} as const;

export type Mistake = keyof typeof mistakes;

/** The operations that the server implements. */
export const implemented = ['listCommitments', 'getSavingsAuditSummary', 'listProviders'] as const;

const kinds = ['reserved_instance', 'savings_plan', 'committed_use_discount', 'spend_commitment'];

const commitments = Array.from({ length: 12 }, (_, index) => ({
  id: index % 2 === 0 ? `ri-${index}` : `arn:aws:savingsplans::1234:savingsplan/${index}`,
  provider: index < 9 ? 'provider_a' : 'provider_b',
  service: index % 3 === 0 ? null : 'compute',
  service_label: 'Compute',
  account_id: `1000${index % 4}`,
  account_name: `Team ${index % 4}`,
  region: 'eu-central-1',
  // Each provider has its own kinds.
  kind: kinds[index < 9 ? index % 2 : 2 + (index % 2)] as string,
  start_date: '2025-07-01',
  end_date: '2026-07-01',
  status: index < 10 ? 'active' : 'retired',
  current_utilization_pct: 91.5,
  current_coverage_pct: index % 2 === 0 ? null : 62.25,
  monthly_commitment_usd: 120.5 + index,
}));

const summary = {
  total_monthly_savings: 1500,
  total_monthly_savings_percentage: 12.5,
  total_annual_savings: 18000,
  payback: 1.5,
  average_roi: 3.25,
  total_savings: 9000,
  providers: [{ provider_id: 'provider_a', provider: 'First cloud', total_savings: 9000 }],
};

const codes: Readonly<Record<number, string>> = {
  401: 'AUTHENTICATION_ERROR',
  404: 'NOT_FOUND',
  422: 'VALIDATION_ERROR',
};

class Failure extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A server with 3 of the operations.
 *
 * @param made the mistakes of the server
 */
export function createUnfinishedServer(keys: readonly string[], made: Iterable<Mistake> = []): Handler {
  const wrong: ReadonlySet<Mistake> = new Set(made);

  function json(status: number, body: Record<string, unknown>): TestResponse {
    const timestamp = wrong.has('timestampInSeconds') ? 1781524800 : '2026-06-15T12:00:00Z';
    const whole = {
      ...(wrong.has('noSuccessFlag') ? {} : { success: status < 400 }),
      ...(wrong.has('noTimestamp') ? {} : { timestamp }),
      ...body,
    };
    return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(whole) };
  }

  function failure({ status, message }: Failure): TestResponse {
    const sent = wrong.has('failureWith200') ? 200 : status;
    if (wrong.has('errorIsAString')) return json(sent, { success: false, error: message });
    const code = wrong.has('unknownCode') ? 'ERR_REQUEST' : codes[status];
    const details = wrong.has('errorWithoutDetails') ? {} : { details: null };
    return json(sent, { success: false, error: { code, message, ...details } });
  }

  function authenticate({ headers }: TestRequest): void {
    if (wrong.has('noAuthentication')) return;
    const [, key] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    if (key === undefined) throw new Failure(401, 'Send an API key');
    if (!wrong.has('anyKey') && !keys.includes(key)) throw new Failure(401, 'Unknown API key');
  }

  const routes: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/api/v1/commitments': commitmentList(wrong),
    '/api/v1/providers': () => [
      { provider_id: 'provider_a', provider_name: 'First cloud' },
      { provider_id: 'provider_b', provider_name: 'Second cloud' },
    ],
    '/api/v1/recommendations/audit/summary': () => summary,
  };

  return (request) => {
    const route = request.method === 'GET' ? routes[request.path] : undefined;
    try {
      if (!route) {
        if (!wrong.has('htmlNotFound')) throw new Failure(404, `Cannot ${request.method} ${request.path}`);
        const headers = { 'content-type': 'text/html; charset=utf-8' };
        return { status: 404, headers, body: `<!DOCTYPE html><pre>Cannot ${request.method}</pre>` };
      }
      authenticate(request);
      return json(200, { data: route(request.query) });
    } catch (error) {
      if (error instanceof Failure) return failure(error);
      return { status: 500, headers: { 'content-type': 'text/plain' }, body: String(error) };
    }
  };
}

/** Returns the handler of the list of commitments. */
function commitmentList(wrong: ReadonlySet<Mistake>): (query: URLSearchParams) => unknown {
  function integer(query: URLSearchParams, name: string, fallback: number, minimum: number): number {
    const text = query.get(name) ?? String(fallback);
    if (!/^\d+$/.test(text) || Number(text) < minimum || Number(text) > 1e9) {
      if (wrong.has('textInternalError') && text === '0') throw new TypeError(`${name} is zero`);
      throw new Failure(422, `${name} is not valid`);
    }
    return Number(text);
  }

  function filtered(query: URLSearchParams) {
    if (wrong.has('filtersIgnored')) return commitments;
    const [kind, provider, status] = ['kind', 'provider', 'status'].map((name) => query.get(name));
    if (kind && !kinds.includes(kind) && !wrong.has('unknownValuesAccepted')) {
      throw new Failure(422, 'kind is not valid');
    }
    return commitments.filter(
      (one) =>
        (!kind || one.kind === kind) &&
        (!provider || one.provider === provider) &&
        (!status || one.status === status),
    );
  }

  function shown(row: (typeof commitments)[number]): Record<string, unknown> {
    const amount = row.monthly_commitment_usd;
    const typed = wrong.has('numbersAsStrings') ? { ...row, monthly_commitment_usd: String(amount) } : row;
    return wrong.has('nullsOmitted')
      ? Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null))
      : typed;
  }

  return (query) => {
    const first = wrong.has('pagesFromZero') ? 0 : 1;
    const page = integer(query, 'page', first, first);
    const size = integer(query, 'page_size', 10, 1);
    const all = filtered(query);
    const items = all.slice((page - first) * size, (page - first + 1) * size).map(shown);
    if (wrong.has('bareList')) return items;
    if (wrong.has('noPagination')) return { items };
    const pages = Math.ceil(all.length / size);
    const pagination = {
      total_items: wrong.has('pageCount') ? items.length : all.length,
      total_pages: pages,
      current_page: page,
      page_size: size,
      has_next: wrong.has('alwaysHasNext') || page - first + 1 < pages,
      has_previous: page > first,
    };
    return { items, pagination };
  };
}

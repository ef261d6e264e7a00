import type { Method, PagedPath } from './call.js';

/** An operation by name. */
export interface NamedOperation {
  readonly method: Method;
  readonly path: string;
  /** Whether its answers come in pages. */
  readonly paged?: true;
}

const get = <const Path extends string>(path: Path) => ({ method: 'get', path }) as const;
const list = <const Path extends PagedPath>(path: Path) => ({ method: 'get', path, paged: true }) as const;
const put = <const Path extends string>(path: Path) => ({ method: 'put', path }) as const;
const post = <const Path extends string>(path: Path) => ({ method: 'post', path }) as const;
const del = <const Path extends string>(path: Path) => ({ method: 'delete', path }) as const;

const commitments = '/api/v1/commitments' as const;
const ofProvider = '/api/v1/providers/{provider_id}' as const;

/** Every operation under a short name, grouped like the reference. */
export const namedOperations = {
  commitments: {
    /** List the commitments of every provider. */
    list: list(commitments),
    /** Get the headline figures of commitments. */
    overview: get(`${commitments}/overview`),
    /** List the commitments of one instrument. */
    inventory: get(`${commitments}/inventory`),
    /** Get how much of the commitments was used. */
    utilization: get(`${commitments}/utilization`),
    /** Get how much of the spend is covered. */
    coverageRates: get(`${commitments}/coverage-rates`),
    /** Get the effective savings rate. */
    effectiveSavingsRate: get(`${commitments}/esr`),
    /** Get the portfolio of running commitments. */
    portfolio: get(`${commitments}/portfolio`),
    /** Compare services by what each instrument does for them. */
    byService: get(`${commitments}/by-service`),
    /** List the on-demand spend that nothing covers. */
    uncovered: get(`${commitments}/uncovered`),
    /** List the commitments worth buying. */
    recommendations: get(`${commitments}/recommendations`),
    /** List commitments agreed with a vendor by contract. */
    contracts: get(`${commitments}/contracts`),
    /** Read one commitment in detail. */
    get: get(`${commitments}/detail/{commitment_id}`),
    /** Plan what replaces one commitment, and when to buy it. */
    renewalPlan: get(`${commitments}/renewal-plan/{commitment_id}`),
    /** Price every way to renew one commitment. */
    renewalOptions: get(`${commitments}/renewal-options/{commitment_id}`),
    /** Quote what replacing one commitment costs today. */
    renewalQuote: get(`${commitments}/renewal-quote/{commitment_id}`),
    /** Read the renewal purchase raised for one commitment. */
    renewal: get(`${commitments}/renewal/{commitment_id}`),
    /**
     * List coverage by commitment (deprecated).
     *
     * @deprecated Usage that nothing covers never appears in it: use `coverageRates`.
     */
    coverage: list(`${commitments}/coverage`),
  },
  costs: {
    /** Forecast where the spend is heading. */
    forecast: get('/api/v1/costs/forecast'),
    /** Sum up the running month of a provider. */
    summary: get(`${ofProvider}/costs/summary`),
    /** Break down what a provider cost. */
    breakdown: list(`${ofProvider}/costs/breakdown`),
    /** Read what a provider cost, day by day. */
    timeline: get(`${ofProvider}/costs/timeline`),
    /** List the values that costs can be filtered by. */
    filterOptions: get(`${ofProvider}/costs/filter-options`),
    /** List what each month was invoiced at. */
    invoices: get(`${ofProvider}/costs/invoices`),
  },
  recommendations: {
    /** List the recommendations for one provider. */
    list: list(`${ofProvider}/recommendations`),
    /** Sum up the recommendations for one provider. */
    overview: get(`${ofProvider}/recommendations/overview`),
    /** Read everything about one recommendation. */
    get: get('/api/v1/recommendations/{id}/details'),
    /** Sum up what recommendations have saved. */
    auditSummary: get('/api/v1/recommendations/audit/summary'),
    /** Read the audit trail of one realized saving. */
    realizedAudit: get('/api/v1/recommendations/audit/realized/{audit_id}'),
  },
  tags: {
    /** Replace a virtual tag key and its rules. */
    update: put('/api/v1/tags/virtual/{key_id}'),
  },
  providers: {
    /** List the connected providers. */
    list: get('/api/v1/providers'),
    /** List the budgets kept at provider_b. */
    budgets: get('/api/v1/providers/provider_b/budgets'),
  },
  repoBindings: {
    /** List the repositories a recommendation is bound to. */
    targets: get('/api/v1/repo-binding/recommendations/{recommendation_id}/targets'),
  },
  webhooks: {
    /** Register an endpoint for events. */
    create: post('/api/v1/webhooks/endpoints'),
    /** Remove an endpoint. */
    delete: del('/api/v1/webhooks/endpoints/{endpoint_id}'),
  },
} as const satisfies Record<string, Record<string, NamedOperation>>;

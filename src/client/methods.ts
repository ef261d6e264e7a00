/** An operation by name. */
export interface NamedOperation {
  readonly method: 'get' | 'put' | 'post' | 'delete';
  readonly path: string;
}

const get = <const Path extends string>(path: Path) => ({ method: 'get', path }) as const;
const put = <const Path extends string>(path: Path) => ({ method: 'put', path }) as const;
const post = <const Path extends string>(path: Path) => ({ method: 'post', path }) as const;
const del = <const Path extends string>(path: Path) => ({ method: 'delete', path }) as const;

const commitments = '/api/v1/commitments' as const;
const ofProvider = '/api/v1/providers/{provider_id}' as const;

/** Every operation under a short name, grouped like the reference. */
export const namedOperations = {
  commitments: {
    list: get(commitments),
    overview: get(`${commitments}/overview`),
    inventory: get(`${commitments}/inventory`),
    utilization: get(`${commitments}/utilization`),
    coverageRates: get(`${commitments}/coverage-rates`),
    effectiveSavingsRate: get(`${commitments}/esr`),
    portfolio: get(`${commitments}/portfolio`),
    byService: get(`${commitments}/by-service`),
    uncovered: get(`${commitments}/uncovered`),
    recommendations: get(`${commitments}/recommendations`),
    contracts: get(`${commitments}/contracts`),
    get: get(`${commitments}/detail/{commitment_id}`),
    renewalPlan: get(`${commitments}/renewal-plan/{commitment_id}`),
    renewalOptions: get(`${commitments}/renewal-options/{commitment_id}`),
    renewalQuote: get(`${commitments}/renewal-quote/{commitment_id}`),
    renewal: get(`${commitments}/renewal/{commitment_id}`),
    coverage: get(`${commitments}/coverage`),
  },
  costs: {
    forecast: get('/api/v1/costs/forecast'),
    summary: get(`${ofProvider}/costs/summary`),
    breakdown: get(`${ofProvider}/costs/breakdown`),
    timeline: get(`${ofProvider}/costs/timeline`),
    filterOptions: get(`${ofProvider}/costs/filter-options`),
    invoices: get(`${ofProvider}/costs/invoices`),
  },
  recommendations: {
    list: get(`${ofProvider}/recommendations`),
    overview: get(`${ofProvider}/recommendations/overview`),
    get: get('/api/v1/recommendations/{id}/details'),
    auditSummary: get('/api/v1/recommendations/audit/summary'),
    realizedAudit: get('/api/v1/recommendations/audit/realized/{audit_id}'),
  },
  tags: {
    update: put('/api/v1/tags/virtual/{key_id}'),
  },
  providers: {
    list: get('/api/v1/providers'),
    budgets: get('/api/v1/providers/provider_b/budgets'),
  },
  repoBindings: {
    targets: get('/api/v1/repo-binding/recommendations/{recommendation_id}/targets'),
  },
  webhooks: {
    create: post('/api/v1/webhooks/endpoints'),
    delete: del('/api/v1/webhooks/endpoints/{endpoint_id}'),
  },
} as const satisfies Record<string, Record<string, NamedOperation>>;

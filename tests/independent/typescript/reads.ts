import type { TestRequest } from '../../support/serve.js';
import { audit, budget, forecast, invoiceOf, savingsRate } from './data.js';
import type { Holdings } from './holdings.js';
import { day, httpError, invalid, oneOf, page } from './http.js';

/** Returns the data of a response. `parts` are the decoded path parameters. */
export type Read = (request: TestRequest, parts: readonly string[]) => object;

const kinds = ['reserved_instance', 'savings_plan', 'committed_use_discount', 'spend_commitment'];
const states = ['active', 'queued', 'queued-deleted', 'payment-pending', 'payment-failed', 'retired'];

/** By path, in which `{}` matches one segment. */
export function commitmentReads(held: Holdings): Readonly<Record<string, Read>> {
  return {
    '/commitments': ({ query }) => {
      oneOf(query, 'kind', kinds);
      const rows = held.commitments.filter((row) =>
        (['kind', 'provider', 'status'] as const).every((name) =>
          [null, row[name]].includes(query.get(name)),
        ),
      );
      return page(query, rows, held.paging);
    },
    '/commitments/overview': ({ query }) => {
      const type = oneOf(query, 'commitment_type', ['all', 'ri', 'sp']) ?? 'all';
      const ours = held.provider(query.get('provider') ?? 'provider_a') === 'provider_a';
      return {
        effectiveRate: ours ? 21.5 : 0,
        reservations: { count: ours && type !== 'sp' ? 7 : 0 },
        plans: { count: ours && type !== 'ri' ? 2 : 0 },
      };
    },
    '/commitments/inventory': ({ query }) => {
      const instrument = oneOf(query, 'instrument', ['ri', 'sp']);
      if (instrument === null) throw invalid('instrument');
      const state = oneOf(query, 'state', states);
      const kind = instrument === 'sp' ? 'savings_plan' : 'reserved_instance';
      return {
        things: held.commitments
          .filter((commitment) => commitment.kind === kind)
          .map(({ id, service }, index) => ({
            id,
            service,
            state: index === 1 ? 'payment-failed' : 'active',
          }))
          .filter((row) => state === null || row.state === state),
      };
    },
    '/commitments/portfolio': ({ query }) => {
      oneOf(query, 'basis', ['net', 'list']);
      const holdings = held.commitments.map(({ id, account_id }) => ({ commitment: id, holder: account_id }));
      return { holdings };
    },
    '/commitments/coverage': () => held.commitments.map(({ id }) => ({ commitment: id, coverage: 50 })),
    '/commitments/renewal-options/{}': ({ query }, [id]) =>
      renewalOptions(held.commitment(id).kind, query.get('quantity') ?? '2'),
    '/commitments/renewal-quote/{}': (_, [id]) => ({
      commitment: held.commitment(id).id,
      price: null,
      error_message: 'The price list did not respond',
    }),
    '/commitments/renewal/{}': (_, [id]) => {
      held.commitment(id);
      throw httpError(404, 'NOT_FOUND', 'Renewal not found');
    },
  };
}

function renewalOptions(kind: string, value: string) {
  const quantity = Number(value);
  const isWhole = kind !== 'reserved_instance' || Number.isInteger(quantity);
  if (!(quantity > 0) || !isWhole) throw invalid('quantity');
  return {
    choices: [1, 3].map((years) => ({
      years,
      quantity,
      price: quantity * years * 900,
      recommended: years === 1,
    })),
  };
}

/** Reads that do not need a commitment. */
export const figureReads: Readonly<Record<string, Read>> = {
  '/commitments/utilization': ({ query }) => {
    oneOf(query, 'granularity', ['daily', 'monthly']);
    day(query, 'start');
    day(query, 'end');
    return oneOf(query, 'type', ['ri', 'sp']) === 'sp'
      ? [{ planType: 'compute', usedHours: 70, purchasedHours: 80 }]
      : [
          { service: 'vm', usedHours: 90, purchasedHours: 100 },
          { service: 'db', usedHours: 5, purchasedHours: 10 },
        ];
  },
  '/commitments/esr': ({ query }) => {
    const period = query.get('period');
    if (period !== null && !/^\d{4}-(0[1-9]|1[0-2])$/.test(period)) throw invalid('period');
    return savingsRate(oneOf(query, 'scope', ['eligible', 'all']) ?? 'eligible', period ?? '2026-05');
  },
  '/commitments/recommendations': ({ query }) => {
    oneOf(query, 'commitment_type', ['all', 'ri', 'sp']);
    return [];
  },
  '/recommendations/audit/summary': () => ({
    total_monthly_savings: 120.5,
    total_monthly_savings_percentage: 4.2,
    total_annual_savings: 1446,
    payback: 3,
    average_roi: 2.5,
    total_savings: 900,
    providers: [{ provider: 'Only Cloud', provider_id: 'provider_a', total_savings: 900 }],
  }),
  '/recommendations/audit/realized/{}': (_, [id]) => {
    if (!/^\d+$/.test(id ?? '')) throw invalid('audit_id');
    if (id !== '12') throw httpError(404, 'NOT_FOUND', 'Audit not found');
    return audit;
  },
  '/recommendations/{}/details': (_, [id]) => ({
    recommendation: recommendationOf(id),
    linked_to: null,
    comparison: [],
    risk: 'low',
  }),
  '/repo-binding/recommendations/{}/targets': (_, [id]) => ({
    recommendation_id: recommendationOf(id),
    items: [],
  }),
};

function recommendationOf(id: string | undefined): string {
  if (id !== 'R/1' && id !== 'R/2') throw httpError(404, 'NOT_FOUND', 'Recommendation not found');
  return id;
}

export function providerReads(held: Holdings): Readonly<Record<string, Read>> {
  return {
    '/providers': () => held.providers,
    '/providers/provider_b/budgets': () => {
      held.provider('provider_b');
      return { items: [budget] };
    },
    '/costs/forecast': ({ query }) => {
      oneOf(query, 'credits', ['after', 'before']);
      const connected = held.providers.map(({ provider_id }) => provider_id);
      return { ...forecast(query.get('provider'), connected), credits: query.get('credits') ?? 'after' };
    },
    '/providers/{}/costs/invoices': ({ query }, [id]) => {
      oneOf(query, 'credits', ['after', 'before']);
      const months =
        held.provider(id) === 'provider_b' ? [invoiceOf('202605', 310), invoiceOf('202604', 290)] : [];
      return {
        items: months,
        includes_billing_account_charges: false,
        credits: query.get('credits') ?? 'after',
      };
    },
    '/providers/{}/costs/filter-options': ({ query }, [id]) => {
      held.provider(id);
      oneOf(query, 'dimension', ['service', 'account_id', 'region', 'tag_key', 'tag_value']);
      return { options: ['vm', 'db'] };
    },
    '/providers/{}/costs/summary': (_, [id]) => ({ of: held.provider(id), spend: 4200.25 }),
    '/providers/{}/costs/timeline': (_, [id]) => ({ of: held.provider(id), points: [1, 2, 3] }),
    '/providers/{}/costs/breakdown': ({ query }, [id]) => {
      held.provider(id);
      const rows = [
        { group: 'vm', cost: 4000 },
        { group: 'db', cost: 200.25 },
      ];
      return page(query, rows, held.paging);
    },
    '/providers/{}/recommendations': ({ query }, [id]) => {
      held.provider(id);
      const rows = [
        { recommendation_id: 'R/1', saves: 10, linked_to: null },
        { recommendation_id: 'R/2', saves: 8, linked_to: null },
      ];
      return page(query, rows, held.paging);
    },
    '/providers/{}/recommendations/overview': (_, [id]) => ({ of: held.provider(id), open: 2 }),
  };
}

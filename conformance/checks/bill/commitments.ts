import {
  coverageFigures,
  coveragePrice,
  isUsage,
  isUsed,
  percent,
  perMonth,
  utilizationFigures,
} from '../../bill/commitment-query.js';
import { type Days, lengthOf } from '../../bill/days.js';
import { shownValue } from '../../bill/groups.js';
import type { ExpectedRow } from '../../bill/known-bill.js';
import type { ProviderBill } from '../../bill/provider-bills.js';
import { chargedFrom, literal, type Query } from '../../bill/query.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { eligibleQuery, measuredDays } from './coverage.js';
import { utilizationIn } from './utilization.js';

export const commitmentBillChecks: readonly Check[] = [
  ofBill('listCommitments', {
    id: 'bill.commitments-are-used-as-their-rows',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`current_utilization_pct` of a commitment is the used quantity as a share of the used and unused quantity in the measured days.',
    source: 'Commitment read semantics, rule 3',
    cost: 3,
    compare: compareList,
  }),
  ofBill('getCommitmentPortfolio', {
    id: 'bill.portfolio-is-used-as-its-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A portfolio row shows the utilization of its commitment, and for each consumer what the covered usage would cost on demand.',
    cost: 2,
    async compare(billCase) {
      for (const basis of ['net', 'list'] as const) {
        await billCase.comparison.part(() => comparePortfolio(billCase, basis));
      }
    },
  }),
  ofBill('listCommitmentCoverage', {
    id: 'bill.listed-coverage-is-that-of-its-rows',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A row of the deprecated list of coverage shows the utilization of its commitment and what the covered usage would cost on demand.',
    cost: 3,
    async compare(billCase) {
      for (const provider of billCase.providers) {
        await billCase.comparison.part(() => compareListedCoverage(billCase, provider));
      }
    },
  }),
];

export const isCommitted = [isUsage, 'CommitmentDiscountStatus IS NOT NULL'];

/** Returns utilization by commitment in the measured days of a provider. */
export function byCommitment({ where }: ProviderBill, days: Days): Query {
  return {
    figures: utilizationFigures,
    where: [where, ...chargedFrom(days.first, days.last), ...isCommitted],
    groupBy: { id: 'CommitmentDiscountId' },
  };
}

async function compareList(billCase: BillCase): Promise<void> {
  const { probe, bill, comparison, providers } = billCase;
  for (const provider of providers) {
    await comparison.part(async () => {
      const { days } = await measuredDays(billCase, provider);
      const query = { provider: provider.id, page_size: '100' };
      const exchange = await successOf(probe, requestTo('listCommitments', { query }));
      const { items, pagination } = dataOf(exchange);
      for (const from of await bill.expected(byCommitment(provider, days))) {
        const item = rowsOf(items).find(({ id }) => id === from.group.id);
        const name = show(from.group.id);
        if (item) {
          comparison.figure({
            name: `\`current_utilization_pct\` of ${name}`,
            actual: item.current_utilization_pct,
            ...utilizationIn(from),
            unit: 'measure',
            from,
            exchange,
          });
          await compareCoverage(billCase, {
            provider,
            days,
            id: String(from.group.id),
            actual: item.current_coverage_pct,
            field: 'current_coverage_pct',
            exchange,
          });
        } else if (pagination?.has_next === false) {
          comparison.violation(
            {
              message: `Commitment ${name} is not in the list.`,
              actual: 'no such commitment',
              exchange,
              basis: 'proposed',
            },
            from,
            String(name),
          );
        }
      }
    });
  }
}

export interface ComparedCommitment {
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly id: string;
  readonly actual: unknown;
  readonly field: string;
  readonly exchange: CompleteExchange;
}

/** Compares the share of its service's eligible usage that a commitment of one service covered. */
export async function compareCoverage(
  { bill, comparison }: BillCase,
  { provider, days, id, actual, field, exchange }: ComparedCommitment,
): Promise<void> {
  const services = await bill.column(
    `SELECT DISTINCT ServiceName FROM charges WHERE CommitmentDiscountId = ${literal(id)} AND ${isUsage}`,
  );
  const [service] = services;
  if (service === undefined || services.length > 1) return;
  const query = eligibleQuery(provider, days);
  const from = await bill.total({
    figures: {
      ...query.figures,
      covered_by_it: `coalesce(${String(coverageFigures.covered)
        .replace(isUsed, `${isUsed} AND CommitmentDiscountId = ${literal(id)}`)
        .slice('coalesce('.length)}`,
    },
    where: [...query.where, `ServiceName = ${literal(service)}`],
  });
  const { covered, on_demand, covered_by_it } = from.figures;
  const expected = percent(covered_by_it, (covered ?? 0) + (on_demand ?? 0));
  comparison.figure({
    name: `\`${field}\` of ${show(id)}`,
    actual,
    expected,
    unit: 'measure',
    from,
    exchange,
    basis: 'proposed',
  });
}

async function comparePortfolio(billCase: BillCase, basis: 'net' | 'list'): Promise<void> {
  const { probe, bill, comparison, providers } = billCase;
  const query = basis === 'net' ? {} : { basis };
  const exchange = await successOf(probe, requestTo('getCommitmentPortfolio', { query }));
  for (const provider of providers) {
    await comparison.part(async () => {
      const { days } = await measuredDays(billCase, provider);
      const used = await bill.expected(byCommitment(provider, days));
      const consumed = await bill.expected({
        figures: {
          covered: `sum(${basis === 'net' ? 'ContractedCost' : 'ListCost'})`,
          units: 'sum(CommitmentDiscountQuantity)',
        },
        where: [provider.where, ...chargedFrom(days.first, days.last), isUsage, isUsed],
        groupBy: { id: 'CommitmentDiscountId', account_id: 'SubAccountId' },
      });
      for (const row of rowsOf(dataOf(exchange).rows).filter((one) => one.provider === provider.id)) {
        const from = used.find(({ group }) => group.id === row.id);
        const name = show(row.id);
        if (!from) continue;
        comparison.figure({
          name: `\`utilization_pct\` of ${name}`,
          actual: row.utilization_pct,
          ...utilizationIn(from),
          unit: 'measure',
          from,
          exchange,
        });
        await compareCoverage(billCase, {
          provider,
          days,
          id: row.id,
          actual: row.coverage_pct,
          field: 'coverage_pct',
          exchange,
        });
        compareConsumers(comparison, {
          row,
          consumed: consumed.filter(({ group }) => group.id === row.id),
          days,
          exchange,
        });
      }
    });
  }
}

export function compareConsumers(
  comparison: BillCase['comparison'],
  {
    row,
    consumed,
    days,
    exchange,
  }: { row: any; consumed: readonly ExpectedRow[]; days: Days; exchange: CompleteExchange },
): void {
  for (const from of consumed) {
    const consumer = rowsOf(row.consumers).find(({ account_id }) => account_id === from.group.account_id);
    const name = `\`covered_spend_monthly\` of account ${shownValue(from.group.account_id)} of ${show(row.id)}`;
    comparison.figure({
      name,
      actual: consumer?.covered_spend_monthly,
      expected: perMonth(from.figures.covered, days),
      formula: `covered × 730 / ${24 * lengthOf(days)}`,
      from,
      exchange,
    });
  }
}

async function compareListedCoverage(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const query = { provider: provider.id, page_size: '100' };
  const exchange = await successOf(probe, requestTo('listCommitmentCoverage', { query }));
  const used = await bill.expected(byCommitment(provider, days));
  const covered = await bill.expected({
    figures: { covered: `sum(${coveragePrice})` },
    where: [provider.where, ...chargedFrom(days.first, days.last), isUsage, isUsed],
    groupBy: { id: 'CommitmentDiscountId' },
  });
  for (const row of rowsOf(dataOf(exchange).items)) {
    const from = used.find(({ group }) => group.id === row.row_id);
    const cost = covered.find(({ group }) => group.id === row.row_id);
    const name = show(row.row_id);
    if (from) {
      const compared = { ...utilizationIn(from), unit: 'measure' as const, from, exchange };
      comparison.figure({ ...compared, name: `\`utilization_pct\` of ${name}`, actual: row.utilization_pct });
    }
    if (!cost) continue;
    comparison.figure({
      name: `\`usage_cost_monthly\` of ${name}`,
      actual: row.usage_cost_monthly,
      expected: perMonth(cost.figures.covered, days),
      formula: `covered × 730 / ${24 * lengthOf(days)}`,
      from: cost,
      exchange,
    });
    const { coverage_pct: actual } = row;
    await compareCoverage(billCase, {
      provider,
      days,
      id: row.row_id,
      actual,
      field: 'coverage_pct',
      exchange,
    });
  }
}

import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import {
  coveragePrice,
  coveredBy,
  isCommitted,
  isUsage,
  isUsed,
  utilizationFigures,
} from '../../figures/commitment-query.js';
import type { Days } from '../../figures/days.js';
import { shownValue } from '../../figures/groups.js';
import type { ExpectedRow, KnownBill } from '../../figures/known-bill.js';
import { knownUnits } from '../../figures/known-units.js';
import type { ProviderBill } from '../../figures/provider-bills.js';
import { chargedFrom, literal, type Query } from '../../figures/query.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, committedProviders, mostProviders, ofBill } from './bill-check.js';
import { coverageIn, eligibleQuery, measuredDays, monthly } from './coverage.js';
import { utilizationIn } from './utilization.js';

export const commitmentBillChecks: readonly Check[] = [
  ofBill('listCommitments', {
    id: 'bill.commitments-are-used-as-their-rows',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`current_utilization_pct` of a commitment is the used quantity as a share of the used and unused quantity in the measured days.',
    source: 'Commitment read semantics, rule 3',
    cost: mostProviders,
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
    cost: mostProviders,
    async compare(billCase) {
      for (const provider of committedProviders(billCase)) {
        await billCase.comparison.part(() => compareListedCoverage(billCase, provider));
      }
    },
  }),
];

/** Returns utilization by commitment in the measured days of a provider. */
export function byCommitment({ where }: ProviderBill, days: Days): Query {
  return {
    figures: utilizationFigures,
    where: [where, ...chargedFrom(days.first, days.last), ...isCommitted],
    groupBy: { id: 'CommitmentDiscountId' },
  };
}

async function compareList(billCase: BillCase): Promise<void> {
  const { probe, bill, comparison } = billCase;
  for (const provider of committedProviders(billCase)) {
    await comparison.part(async () => {
      const { days } = await measuredDays(billCase, provider);
      const query = { provider: provider.id, page_size: '100' };
      const exchange = await successOf(probe, requestTo('listCommitments', { query }));
      const { items, pagination } = dataOf(exchange);
      const hasUnits = await knownUnits(bill, byCommitment(provider, days), days);
      for (const from of await bill.expected(byCommitment(provider, days))) {
        const item = rowsOf(items).find(({ id }) => id === from.group.id);
        const name = show(from.group.id);
        if (item) {
          const inUnits = hasUnits(from.group);
          const shares = { row: item, prefix: 'current_', from, inUnits, provider, days, exchange } as const;
          await compareShares(billCase, shares);
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

interface ComparedRow {
  /** What the response shows of the commitment. */
  readonly row: any;
  /** The rows of the commitment in the measured days, whose id is `id` of the group. */
  readonly from: ExpectedRow;
  /** Whether its utilization is computed from quantities. */
  readonly inUnits: boolean;
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly exchange: CompleteExchange;
}

/** Compares the utilization and the coverage of a commitment, whose names can have a prefix. */
export async function compareShares(
  billCase: BillCase,
  {
    row,
    from,
    inUnits,
    prefix,
    provider,
    days,
    exchange,
  }: ComparedRow & { readonly prefix: '' | 'current_' },
): Promise<void> {
  const id = String(from.group.id);
  const field = `${prefix}utilization_pct`;
  const name = `\`${field}\` of ${show(id)}`;
  billCase.comparison.figure({ ...utilizationIn(from, inUnits), name, actual: row[field], exchange });
  await compareCoverage(billCase, {
    provider,
    days,
    id,
    actual: row[`${prefix}coverage_pct`],
    field: `${prefix}coverage_pct`,
    exchange,
  });
}

interface ComparedCoverage extends Omit<ComparedRow, 'row' | 'from' | 'inUnits'> {
  readonly id: string;
  readonly actual: unknown;
  readonly field: string;
}

/** The service of a commitment, if all its usage is of one. */
export async function onlyServiceOf(bill: KnownBill, id: string): Promise<string | undefined> {
  const [service] = await bill.column(
    `SELECT min(ServiceName) AS service FROM charges WHERE CommitmentDiscountId = ${literal(id)} AND ${isUsage} HAVING count(DISTINCT coalesce(ServiceName, '')) = 1`,
  );
  return service;
}

/** Compares the share of its service's eligible usage that a commitment of one service covered. */
export async function compareCoverage(
  { bill, comparison }: BillCase,
  { provider, days, id, actual, field, exchange }: ComparedCoverage,
): Promise<void> {
  const service = await onlyServiceOf(bill, id);
  if (service === undefined) return;
  const query = eligibleQuery(provider, days);
  const from = await bill.total({
    figures: { ...query.figures, covered_by_it: coveredBy(id) },
    where: [...query.where, `ServiceName = ${literal(service)}`],
  });
  comparison.figure({
    ...coverageIn(from, 'covered_by_it'),
    name: `\`${field}\` of ${show(id)}`,
    actual,
    exchange,
    basis: 'proposed',
  });
}

async function comparePortfolio(billCase: BillCase, basis: 'net' | 'list'): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const query = basis === 'net' ? {} : { basis };
  const exchange = await successOf(probe, requestTo('getCommitmentPortfolio', { query }));
  for (const provider of committedProviders(billCase)) {
    await comparison.part(async () => {
      const { days } = await measuredDays(billCase, provider);
      const used = await bill.expected(byCommitment(provider, days));
      const hasUnits = await knownUnits(bill, byCommitment(provider, days), days);
      const consumed = await bill.expected({
        figures: { covered: `sum(${basis === 'net' ? 'ContractedCost' : 'ListCost'})` },
        where: [provider.where, ...chargedFrom(days.first, days.last), isUsage, isUsed],
        groupBy: { id: 'CommitmentDiscountId', account_id: 'SubAccountId' },
      });
      for (const row of rowsOf(dataOf(exchange).rows).filter((one) => one.provider === provider.id)) {
        const from = used.find(({ group }) => group.id === row.id);
        if (!from) continue;
        const inUnits = hasUnits(from.group);
        await compareShares(billCase, { row, prefix: '', from, inUnits, provider, days, exchange });
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
      ...monthly(from, 'covered', days),
      name,
      actual: consumer?.covered_spend_monthly,
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
  const hasUnits = await knownUnits(bill, byCommitment(provider, days), days);
  const covered = await bill.expected({
    figures: { covered: `sum(${coveragePrice})` },
    where: [provider.where, ...chargedFrom(days.first, days.last), isUsage, isUsed],
    groupBy: { id: 'CommitmentDiscountId' },
  });
  for (const row of rowsOf(dataOf(exchange).items)) {
    const from = used.find(({ group }) => group.id === row.row_id);
    const cost = covered.find(({ group }) => group.id === row.row_id);
    if (!from) continue;
    const inUnits = hasUnits(from.group);
    await compareShares(billCase, { row, prefix: '', from, inUnits, provider, days, exchange });
    if (!cost) continue;
    comparison.figure({
      ...monthly(cost, 'covered', days),
      name: `\`usage_cost_monthly\` of ${show(row.row_id)}`,
      actual: row.usage_cost_monthly,
      exchange,
    });
  }
}

import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { show } from '../../../../engine/show.js';
import { isUsage, isUsed } from '../../../figures/commitment-rows.js';
import { plusDays } from '../../../figures/days.js';
import { type ExpectedFigure, monthly } from '../../../figures/formulas.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { knownUnits } from '../../../figures/known-units.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { coveragePrice } from '../../../figures/queries/coverage-query.js';
import { feesIn } from '../../../figures/queries/fee-query.js';
import { chargedIn } from '../../../figures/queries/query.js';
import { byCommitment, ranThroughout, utilizationIn } from '../../../figures/queries/utilization-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import {
  type BillCase,
  committedProviders,
  mainProviders,
  mostClosely,
  mostProviders,
  ofBill,
} from '../bill-check.js';
import { measuredDays } from '../measured-days.js';
import {
  compareConsumers,
  compareFees,
  compareSaturation,
  compareShares,
  compareTrend,
} from './compare-commitment.js';
import { compareHolding } from './compare-holding.js';

/** Most pages that are compared of the main providers; of others, only the first is, to limit the requests. */
const mostPages = 10;

export const listChecks: readonly Check[] = [
  ofBill('listCommitments', {
    id: 'bill.commitments-are-used-as-their-rows',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`current_utilization_pct` of a commitment is the used quantity as a share of the used and unused quantity in the measured days.',
    source: 'Commitment read semantics, rule 3',
    requests: mostProviders + mostClosely * (mostPages - 1),
    compare: compareList,
  }),
  ofBill('listCommitments', {
    id: 'bill.commitments-are-held-as-purchased',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A listed commitment has the provider, the kind and the service of its rows, and the account, the region and the dates of its purchase, if all its rows agree on them.',
    requests: 0,
    async compare(billCase) {
      for (const provider of committedProviders(billCase)) {
        await billCase.comparison.part(() => compareHoldings(billCase, provider));
      }
    },
  }),
  ofBill('getCommitmentPortfolio', {
    id: 'bill.portfolio-is-used-as-its-rows',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A portfolio row shows the utilization of its commitment, and for each consumer what the covered usage would cost on demand.',
    requests: 2,
    async compare(billCase) {
      for (const basis of ['net', 'list'] as const) {
        await billCase.comparison.part(() => comparePortfolio(billCase, basis));
      }
    },
  }),
  ofBill('listCommitmentCoverage', {
    id: 'bill.listed-coverage-is-that-of-its-rows',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A row of the deprecated list of coverage shows the utilization of its commitment and what the covered usage would cost on demand.',
    requests: mostProviders,
    async compare(billCase) {
      for (const provider of committedProviders(billCase)) {
        await billCase.comparison.part(() => compareListedCoverage(billCase, provider));
      }
    },
  }),
];

/** Days of other windows that a server may call recent; the service's description states none. */
const otherLengths = [7, 14, 60, 90];

function listOf({ probe }: BillCase, { id }: ProviderBill, page = 1): Promise<CompleteExchange> {
  const query = { provider: id, page_size: '100', ...(page > 1 ? { page: String(page) } : {}) };
  return successOf(probe, requestTo('listCommitments', { query }));
}

/** The rows of the list with the responses that have them, and whether those are all. */
async function listedRows(billCase: BillCase, provider: ProviderBill) {
  const most = mainProviders(billCase).includes(provider) ? mostPages : 1;
  const listed: { readonly row: any; readonly exchange: CompleteExchange }[] = [];
  for (let page = 1; ; page++) {
    const exchange = await listOf(billCase, provider, page);
    const { items, pagination } = dataOf(exchange);
    listed.push(...rowsOf(items).map((row) => ({ row, exchange })));
    if (pagination?.has_next !== true || page === most)
      return { listed, last: exchange, isWhole: pagination?.has_next === false };
  }
}

async function compareList(billCase: BillCase): Promise<void> {
  for (const provider of committedProviders(billCase)) {
    await billCase.comparison.part(() => compareListOf(billCase, provider));
  }
}

async function compareListOf(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const { listed, last, isWhole } = await listedRows(billCase, provider);
  const hasUnits = await knownUnits(bill, byCommitment(provider));
  const fees = await feesIn(bill, provider, days);
  const others = await Promise.all(
    otherLengths.map((length) =>
      bill.expected(byCommitment(provider, { ...days, first: plusDays(days.last, 1 - length) })),
    ),
  );
  for (const one of listed) compareFees(billCase, { ...one, fees, days });
  for (const from of await bill.expected(byCommitment(provider, days))) {
    const isSame = ({ group }: ExpectedRow) => group.id === from.group.id;
    const found = listed.find(({ row }) => row.id === from.group.id);
    if (found) {
      const inUnits = hasUnits(from.group);
      const alternatives = others.flatMap((rows) =>
        rows.filter(isSame).map((other) => utilizationIn(other, inUnits).expected),
      );
      const shares = { prefix: 'current_', from, inUnits, alternatives, provider, days } as const;
      await compareShares(billCase, { ...found, ...shares });
    } else if (isWhole) {
      const name = show(from.group.id);
      const message = `Commitment ${name} is not in the list.`;
      const missing = { message, actual: 'no such commitment', exchange: last, basis: 'proposed' } as const;
      comparison.violation(missing, from, String(name));
    }
  }
}

async function compareHoldings(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const exchange = await listOf(billCase, provider);
  for (const row of rowsOf(dataOf(exchange).items)) {
    await compareHolding(billCase, { row, provider, exchange });
  }
}

async function comparePortfolio(billCase: BillCase, basis: 'net' | 'list'): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const query = basis === 'net' ? {} : { basis };
  const exchange = await successOf(probe, requestTo('getCommitmentPortfolio', { query }));
  for (const provider of committedProviders(billCase)) {
    await comparison.part(async () => {
      const { days } = await measuredDays(billCase, provider);
      const used = await bill.expected(byCommitment(provider, days));
      const hasUnits = await knownUnits(bill, byCommitment(provider));
      const whole = await ranThroughout(bill, provider, days);
      const consumed = await bill.expected({
        figures: { covered: `sum(${basis === 'net' ? 'ContractedCost' : 'ListCost'})` },
        where: [provider.where, ...chargedIn(days), isUsage, isUsed],
        groupBy: { id: 'CommitmentDiscountId', account_id: 'SubAccountId' },
      });
      const fees = await feesIn(bill, provider, days);
      const held = new Set(await bill.values('CommitmentDiscountId', [provider.where]));
      const rows = rowsOf(dataOf(exchange).rows);
      for (const row of rows.filter(({ id }) => held.has(id))) {
        const from = used.find(({ group }) => group.id === row.id);
        await compareHolding(billCase, { row, provider, exchange });
        if (!from) continue;
        const inUnits = hasUnits(from.group);
        await compareShares(billCase, { row, prefix: '', from, inUnits, provider, days, exchange });
        await compareTrend(billCase, { row, from, inUnits, provider, days, exchange });
        compareFees(billCase, { row, fees, days, exchange });
        if (whole.has(row.id)) compareSaturation(billCase, { row, from, inUnits, provider, days, exchange });
        compareConsumers(billCase, {
          row,
          consumed: whole.has(row.id) ? consumed.filter(({ group }) => group.id === row.id) : [],
          days,
          exchange,
        });
      }
    });
  }
}

async function compareListedCoverage(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const query = { provider: provider.id, page_size: '100' };
  const exchange = await successOf(probe, requestTo('listCommitmentCoverage', { query }));
  const used = await bill.expected(byCommitment(provider, days));
  const hasUnits = await knownUnits(bill, byCommitment(provider));
  const whole = await ranThroughout(bill, provider, days);
  const covered = await bill.expected({
    figures: { covered: `sum(${coveragePrice})`, contracted: 'sum(ContractedCost)' },
    where: [provider.where, ...chargedIn(days), isUsage, isUsed],
    groupBy: { id: 'CommitmentDiscountId' },
  });
  for (const row of rowsOf(dataOf(exchange).items)) {
    const from = used.find(({ group }) => group.id === row.row_id);
    const cost = covered.find(({ group }) => group.id === row.row_id);
    await compareHolding(billCase, { row: { ...row, id: row.row_id }, provider, exchange });
    if (!from) continue;
    const inUnits = hasUnits(from.group);
    await compareShares(billCase, { row, prefix: '', from, inUnits, provider, days, exchange });
    if (!cost || !whole.has(row.row_id)) continue;
    const actual = row.usage_cost_monthly;
    const distance = (one: ExpectedFigure) => Math.abs(Number(actual) - (one.expected ?? 0));
    const atList = monthly(cost, 'covered', days);
    const contracted = monthly(cost, 'contracted', days);
    comparison.figure({
      // The rates that are paid are those on demand, before or after a negotiated discount.
      ...(distance(contracted) < distance(atList) ? contracted : atList),
      name: `\`usage_cost_monthly\` of ${show(row.row_id)}`,
      actual,
      exchange,
      isRequired: actual === null && !billCase.inactive.has(row.row_id),
    });
  }
}

import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { show } from '../../../../engine/show.js';
import { plusDays } from '../../../figures/days.js';
import { eitherOf, monthly } from '../../../figures/formulas.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byId, feeQuery, feesIn } from '../../../figures/queries/fee-query.js';
import { byCommitment, ranThroughout } from '../../../figures/queries/utilization-query.js';
import { compareList } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import {
  type BillCase,
  committedProviders,
  mainProviders,
  mostClosely,
  mostProviders,
  must,
  ofBill,
  preference,
} from '../bill-check.js';
import { measured } from '../measured-days.js';
import {
  compareConsumers,
  compareSaturation,
  compareShares,
  coveredUsage,
  feeFigures,
} from './commitment.js';
import { compareHolding } from './holding.js';

/** Most pages that are compared of the main providers; of others, only the first is, to limit the requests. */
const mostPages = 10;

/** Days of other windows that a server may call recent; the service's description states none. */
const otherLengths = [7, 14, 60, 90];

export const listChecks: readonly Check[] = [
  ofBill('listCommitments', {
    id: 'bill.commitments-are-used-as-their-rows',
    ...must('derived', 'Commitment read semantics, rule 3'),
    requirement:
      '`current_utilization_pct` of a commitment is the used quantity as a share of the used and unused quantity in the measured days.',
    requests: mostProviders + mostClosely * (mostPages - 1),
    of: committedProviders,
    compare: compareListed,
  }),
  ofBill('listCommitments', {
    id: 'bill.commitments-are-held-as-purchased',
    ...preference,
    requirement:
      'A listed commitment has the provider, the kind and the service of its rows, and the account, the region and the dates of its purchase, if all its rows agree on them.',
    requests: 0,
    of: committedProviders,
    async compare(billCase, provider) {
      const exchange = await pageOf(billCase, provider);
      for (const row of rowsOf(dataOf(exchange).items))
        await compareHolding({ ...billCase, provider, exchange }, row);
    },
  }),
  ofBill('getCommitmentPortfolio', {
    id: 'bill.portfolio-is-used-as-its-rows',
    ...preference,
    requirement:
      'A portfolio row shows the utilization of its commitment, and for each consumer what the covered usage would cost on demand.',
    requests: 2,
    of: () => [{}, { basis: 'list' }],
    async compare(billCase, query) {
      const exchange = await successOf(billCase.probe, requestTo('getCommitmentPortfolio', { query }));
      const price = query.basis === undefined ? 'ContractedCost' : 'ListCost';
      for (const provider of committedProviders(billCase))
        await billCase.comparison.part(() => comparePortfolio(billCase, { provider, exchange, price }));
    },
  }),
  ofBill('listCommitmentCoverage', {
    id: 'bill.listed-coverage-is-that-of-its-rows',
    ...preference,
    requirement:
      'A row of the deprecated list of coverage shows the utilization of its commitment and what the covered usage would cost on demand.',
    requests: mostProviders,
    of: committedProviders,
    compare: compareListedCoverage,
  }),
];

function pageOf({ probe }: BillCase, { id }: ProviderBill, page = 1): Promise<CompleteExchange> {
  const query = { provider: id, page_size: '100', ...(page > 1 ? { page: String(page) } : {}) };
  return successOf(probe, requestTo('listCommitments', { query }));
}

async function compareListed(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const { days } = await measured(billCase, provider);
  const fees = await feesIn(bill, provider, days);
  const others = await Promise.all(
    otherLengths.map((length) =>
      bill.expected(byCommitment(provider, { ...days, first: plusDays(days.last, 1 - length) })),
    ),
  );
  const most = mainProviders(billCase).includes(provider) ? mostPages : 1;
  const listed = new Set<unknown>();
  for (let page = 1; page <= most; page++) {
    const exchange = await pageOf(billCase, provider, page);
    const read = { ...billCase, provider, days, exchange };
    const { items, pagination } = dataOf(exchange);
    for (const { id } of rowsOf(items)) listed.add(id);
    const query = feeQuery(provider, days);
    await compareList(read, { path: 'items', query, by: byId, figures: feeFigures(fees) });
    await compareShares(read, {
      path: 'items',
      prefix: 'current_',
      otherWindows: ({ group }, is) =>
        others.flat().flatMap((row) => (row.group.id === group.id ? is(row, days).expected : [])),
    });
    if (pagination?.has_next === true) continue;
    const missing = await bill.expected(byCommitment(provider, days));
    for (const from of pagination?.has_next === false ? missing : []) {
      if (listed.has(from.group.id)) continue;
      const message = `Commitment ${show(from.group.id)} is not in the list.`;
      const violation = { message, actual: 'no such commitment', exchange, basis: 'proposed' } as const;
      comparison.violation(violation, from, show(from.group.id));
    }
    return;
  }
}

async function comparePortfolio(
  billCase: BillCase,
  part: { readonly provider: ProviderBill; readonly exchange: CompleteExchange; readonly price: string },
): Promise<void> {
  const { bill } = billCase;
  const { provider, exchange, price } = part;
  const read = { ...(await measured(billCase, provider)), exchange };
  const { days } = read;
  const whole = await ranThroughout(bill, provider, days);
  const held = new Set(await bill.values('CommitmentDiscountId', [provider.where]));
  const rows = rowsOf(dataOf(exchange).rows).filter(({ id }) => held.has(id));
  for (const row of rows) await compareHolding(read, row);
  await compareShares(read, {
    ...{ path: 'rows', rows, prefix: '' },
    each: (row, from, inUnits) =>
      whole.has(row.id) ? compareSaturation(read, { row, from, inUnits }) : undefined,
  });
  const figures = feeFigures(await feesIn(bill, provider, days));
  await compareList(read, { path: 'rows', rows, query: feeQuery(provider, days), by: byId, figures });
  for (const row of rows) if (whole.has(row.id)) await compareConsumers(read, row, coveredUsage(read, price));
}

async function compareListedCoverage(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill } = billCase;
  const { days } = await measured(billCase, provider);
  const sent = { provider: provider.id, page_size: '100' };
  const exchange = await successOf(probe, requestTo('listCommitmentCoverage', { query: sent }));
  const read = { ...billCase, provider, days, exchange };
  for (const row of rowsOf(dataOf(exchange).items)) await compareHolding(read, { ...row, id: row.row_id });
  const list = { path: 'items', keys: { id: 'row_id' } };
  await compareShares(read, { ...list, prefix: '' });
  const whole = await ranThroughout(bill, provider, days);
  const { figures, where } = coveredUsage(read, 'ListCost');
  await compareList(read, {
    ...{ ...list, by: byId },
    query: { figures: { ...figures, contracted: 'sum(ContractedCost)' }, where },
    figures: [
      {
        field: 'usage_cost_monthly',
        // The rates that are paid are those on demand, before or after a negotiated discount.
        is: eitherOf(monthly('covered'), monthly('contracted')),
        required: 'known',
        when: ({ group }) => whole.has(group.id ?? null),
      },
    ],
  });
}

import { percent } from '../../bill/commitment-query.js';
import { costQuery } from '../../bill/cost-query.js';
import { daysOfMonth, isoDay, monthBefore } from '../../bill/days.js';
import type { ProviderBill } from '../../bill/telling.js';
import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { nowOf } from '../meaning/moments.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, ofBill } from './bill-check.js';
import { savingsQuery } from './savings.js';

export const overviewBillChecks: readonly Check[] = [
  ofBill('getCommitmentOverview', {
    id: 'bill.overview-is-of-the-last-complete-month',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The overview shows what the provider and its accounts cost in the last complete month, and what commitments saved of eligible usage.',
    cost: 1,
    async compare(billCase) {
      const provider = billCase.providers.find(({ id }) => id === 'provider_a');
      if (!provider) throw new NotApplicable('the server has no provider_a');
      await compareOverview(billCase, provider);
    },
  }),
];

async function compareOverview({ probe, bill, comparison }: BillCase, provider: ProviderBill): Promise<void> {
  const exchange = await successOf(
    probe,
    requestTo('getCommitmentOverview', { query: { provider: provider.id } }),
  );
  const now = nowOf(exchange);
  if (Number.isNaN(now)) throw new NotApplicable('the overview has no timestamp');
  const month = monthBefore(isoDay(now).slice(0, 7));
  const days = daysOfMonth(month);
  if (days.first < provider.days.first || days.last > provider.days.last) {
    throw new NotApplicable('the bill does not have the last complete month of the server');
  }
  const data = dataOf(exchange);
  const spend = await bill.total(costQuery({ provider, days }));
  comparison.figure({
    name: '`total_cloud_spend_monthly`',
    actual: data.total_cloud_spend_monthly,
    expected: spend.figures.cost ?? 0,
    from: spend,
    exchange,
  });
  const savings = savingsQuery(month, [provider.id], 'eligible');
  const total = await bill.total(savings);
  const { commitment_saved, on_demand_equivalent } = total.figures;
  comparison.figure({
    name: '`global_esr`',
    actual: data.global_esr,
    expected: percent(commitment_saved, on_demand_equivalent),
    unit: 'measure',
    from: total,
    exchange,
  });
  const spendOf = await bill.expected(costQuery({ provider, days, groupBy: ['account_id'] }));
  const savedBy = await bill.expected({ ...savings, groupBy: { account_id: 'SubAccountId' } });
  for (const row of rowsOf(data.accounts)) {
    const name = `of account ${show(row.account_id)}`;
    const cost = spendOf.find(({ group }) => group.account_id === row.account_id);
    if (cost)
      comparison.figure({
        name: `\`monthly_spend\` ${name}`,
        actual: row.monthly_spend,
        expected: cost.figures.cost ?? 0,
        from: cost,
        exchange,
      });
    const saved = savedBy.find(({ group }) => group.account_id === row.account_id);
    if (!saved) continue;
    comparison.figure({
      name: `\`monthly_saved\` ${name}`,
      actual: row.monthly_saved,
      expected: saved.figures.commitment_saved ?? null,
      from: saved,
      exchange,
    });
    const rate = percent(saved.figures.commitment_saved, saved.figures.on_demand_equivalent);
    comparison.figure({
      name: `\`esr_pct\` ${name}`,
      actual: row.esr_pct,
      expected: rate,
      unit: 'measure',
      from: saved,
      exchange,
    });
  }
}

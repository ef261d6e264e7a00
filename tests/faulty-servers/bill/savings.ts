import { changed, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { changes, drops, esr, every, inInvoiceMonth, isUnused, mean } from './row-changes.js';

const onDemandAgain = {
  CommitmentDiscountId: '',
  CommitmentDiscountStatus: '',
  CommitmentDiscountCategory: '',
};

export const savingsFaults: readonly BillFault[] = [
  {
    name: 'unused commitment counts as on-demand equivalent',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: changes(isUnused, () => onDemandAgain),
    when: esr,
  },
  {
    name: 'unused commitment costs nothing',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: drops(isUnused),
    when: esr,
  },
  {
    name: 'savings from list prices instead of contracted prices',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: every((row) => ({ ContractedCost: row.ListCost })),
    when: esr,
  },
  {
    name: 'savings without the list price',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: every((row) => ({ ListCost: row.ContractedCost })),
    when: esr,
  },
  {
    name: 'savings on a cash basis',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: every((row) => ({ EffectiveCost: row.BilledCost })),
    when: esr,
  },
  {
    name: 'negative commitment savings are shown as zero',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'accounts', (accounts) =>
      accounts.map((one: any) => ({ ...one, commitment_saved: Math.max(0, one.commitment_saved) })),
    ),
  },
  {
    name: 'the total rate as the mean of the accounts',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'totals.total_rate_pct', (_, { accounts }) =>
      mean(accounts.map((one: any) => one.total_rate_pct)),
    ),
  },
  {
    name: 'savings of the month of the invoice',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    rows: inInvoiceMonth,
    when: esr,
  },
  {
    name: 'all spend counts as eligible',
    caughtBy: 'bill.eligible-savings-are-of-services-with-commitments',
    change: (server) => async (request) => {
      const response = await server(
        request.path.endsWith('/esr') ? withQuery(request, { scope: 'all' }) : request,
      );
      const scope = request.query.get('scope');
      return scope
        ? { ...response, body: response.body.replace('"scope":"all"', `"scope":"${scope}"`) }
        : response;
    },
  },
  {
    name: 'savings with the smallest account first',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'accounts', (accounts) => accounts.toReversed()),
  },
  {
    name: 'the total savings rate is null',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'totals.total_rate_pct', () => null),
  },
  {
    name: 'savings without the last account',
    caughtBy: 'bill.savings-are-split-by-what-earned-them',
    change: changed(esr, 'accounts', (accounts) => accounts.slice(0, -1)),
  },
];

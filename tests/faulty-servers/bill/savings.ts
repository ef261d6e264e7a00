import { changed, withQuery } from '../changes.js';
import { billFaults, computesFor } from './bill-fault.js';
import { changes, drops, esr, every, inInvoiceMonth, isUnused, mean } from './row-changes.js';

const onDemandAgain = {
  CommitmentDiscountId: '',
  CommitmentDiscountStatus: '',
  CommitmentDiscountCategory: '',
};

export const savingsFaults = billFaults({
  'bill.savings-are-split-by-what-earned-them': {
    'unused commitment counts as on-demand equivalent': computesFor(
      esr,
      changes(isUnused, () => onDemandAgain),
    ),
    'unused commitment costs nothing': computesFor(esr, drops(isUnused)),
    'savings from list prices instead of contracted prices': computesFor(
      esr,
      every((row) => ({ ContractedCost: row.ListCost })),
    ),
    'savings without the list price': computesFor(
      esr,
      every((row) => ({ ListCost: row.ContractedCost })),
    ),
    'savings on a cash basis': computesFor(
      esr,
      every((row) => ({ EffectiveCost: row.BilledCost })),
    ),
    'negative commitment savings are shown as zero': changed(esr, 'accounts', (accounts) =>
      accounts.map((one: any) => ({ ...one, commitment_saved: Math.max(0, one.commitment_saved) })),
    ),
    'the total rate as the mean of the accounts': changed(esr, 'totals.total_rate_pct', (_, { accounts }) =>
      mean(accounts.map((one: any) => one.total_rate_pct)),
    ),
    'savings of the month of the invoice': computesFor(esr, inInvoiceMonth),
    'savings with the smallest account first': changed(esr, 'accounts', (accounts) => accounts.toReversed()),
    'the total savings rate is null': changed(esr, 'totals.total_rate_pct', null),
    'savings without the last account': changed(esr, 'accounts', (accounts) => accounts.slice(0, -1)),
  },
  'bill.eligible-savings-are-of-services-with-commitments': {
    'all spend counts as eligible': (server) => async (request) => {
      const response = await server(
        request.path.endsWith('/esr') ? withQuery(request, { scope: 'all' }) : request,
      );
      const scope = request.query.get('scope');
      return scope
        ? { ...response, body: response.body.replace('"scope":"all"', `"scope":"${scope}"`) }
        : response;
    },
  },
});

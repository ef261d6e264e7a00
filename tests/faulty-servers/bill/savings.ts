import { changed, queried, recomputed, withQuery } from '../changes.js';
import { plus, times } from '../edited.js';
import { billFaults, computesFor } from './bill-fault.js';
import { changes, drops, esr, every, inInvoiceMonth, isUnused, mean } from './row-changes.js';

const onDemandAgain = {
  CommitmentDiscountId: '',
  CommitmentDiscountStatus: '',
  CommitmentDiscountCategory: '',
};

const overview = 'GET /commitments/overview';

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
  'bill.overview-is-of-the-last-complete-month': {
    'an overview with the total rate': changed(overview, 'global_esr', (rate) => rate * 1.6 + 1),
    'an overview of one type covers and saves as much as all': queried(overview, {
      commitment_type: null,
    }),
    'an overview of one type costs as much as all': recomputed(
      `${overview}?commitment_type`,
      async (data, read) => {
        const { total_committed_monthly, estimated_waste_monthly } = await read({ commitment_type: null });
        return { ...data, total_committed_monthly, estimated_waste_monthly };
      },
    ),
    'an overview with a fifth less waste': changed(overview, 'estimated_waste_monthly', times(0.8)),
    'an overview with twice the fees': changed(overview, 'total_committed_monthly', times(2)),
    'an overview that counts one commitment with waste too few': changed(
      overview,
      'waste_commitment_count',
      plus(-1),
    ),
    'an overview without accounts': changed(overview, 'accounts', []),
    'an overview with the smallest account first': changed(overview, 'accounts', (accounts) =>
      accounts.toReversed(),
    ),
    'an overview of billed costs': computesFor(
      overview,
      every((row) => ({ EffectiveCost: row.BilledCost })),
    ),
    'an overview without a savings rate': changed(overview, 'global_esr', null),
  },
});

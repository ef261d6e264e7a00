import { changed, changedData } from '../changes.js';
import { plusUnlessZero, times } from '../edited.js';
import { also, onMock } from '../faulty-server.js';

const overview = 'GET /commitments/overview';

export const overviewServers = onMock({
  'overview.accounts-make-the-totals': {
    'an overview without its first account': changedData(overview, ({ accounts }) => accounts.shift()),
  },
  'overview.counts-are-parts': {
    'an overview that counts ended commitments as expiring': also(
      changedData(overview, (data) => {
        if (data.commitment_count > 0) data.expiring_count = data.commitment_count + 1;
      }),
      'commitments.overview-of-all-is-both-types',
      'overview.counts-are-those-of-the-inventory',
    ),
  },
  'overview.amounts-are-those-of-the-inventory': {
    'an overview of the amount that is used': changed(overview, 'total_committed_monthly', times(0.9)),
  },
  'overview.coverage-is-that-of-the-rates': {
    'an overview with coverage that is not weighted': also(
      changed(overview, 'coverage_pct', plusUnlessZero(-10)),
      'overview.savings-of-all-are-both-types',
    ),
  },
  'overview.savings-are-those-of-the-rate': {
    'a savings rate in the overview that includes discounts': also(
      changedData(overview, (data) => {
        if (data.global_esr) data.global_esr += 4;
        for (const account of data.accounts) if (account.esr_pct) account.esr_pct += 4;
      }),
      'overview.savings-of-all-are-both-types',
    ),
  },
  'overview.potential-is-that-of-the-recommendations': {
    'potential savings that count every recommendation twice': also(
      changedData(overview, (data) => {
        data.potential_additional_savings_monthly *= 2;
        for (const account of data.accounts) account.could_save_additional *= 2;
      }),
      'overview.potential-of-a-type-is-that-of-its-recommendations',
    ),
  },

  'overview.largest-spend-comes-first': {
    'an overview with the smallest account first': changedData(overview, ({ accounts }) =>
      accounts.reverse(),
    ),
  },
  'overview.account-is-measured-or-not': {
    'an account of the overview with a rate but no saving': also(
      changed(overview, 'accounts[].monthly_saved', null),
      'overview.savings-are-those-of-the-rate',
    ),
  },
  'overview.spend-is-the-same-for-both-types': {
    'half of the spend in the overview of one type': changedData(overview, (data, { query }) => {
      if (query.get('commitment_type') !== 'ri') return;
      data.total_cloud_spend_monthly /= 2;
      for (const account of data.accounts) account.monthly_spend /= 2;
    }),
  },
  'overview.savings-of-all-are-both-types': {
    'the savings of both types in the overview of reservations': changedData(overview, (data, { query }) => {
      if (query.get('commitment_type') === 'ri') for (const one of data.accounts) one.monthly_saved += 50;
    }),
  },
  'overview.potential-of-a-type-is-that-of-its-recommendations': {
    'potential savings of plans in the overview of reservations': changedData(overview, (data, { query }) => {
      const by = { ri: 5, sp: -5 }[query.get('commitment_type') ?? ''] ?? 0;
      if (data.accounts.length === 0) return;
      data.potential_additional_savings_monthly += by;
      data.accounts[0].could_save_additional += by;
    }),
  },
  'overview.counts-are-those-of-the-inventory': {
    'an overview in which no commitment is wasted': changed(overview, 'waste_commitment_count', 0),
  },
  'overview.unmeasured-coverage-has-no-change': {
    'an overview with the change of an unknown coverage': also(
      changed(overview, 'coverage_pct', null),
      'overview.coverage-is-that-of-the-rates',
    ),
  },
});

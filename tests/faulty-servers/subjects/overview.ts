import { changedData } from '../changes.js';
import { onMock } from '../faulty-server.js';

const overview = 'GET /commitments/overview';

export const overviewServers = onMock({
  'overview.accounts-make-the-totals': {
    'an overview without its first account': changedData(overview, ({ accounts }) => accounts.shift()),
  },
  'overview.counts-are-parts': {
    'an overview that counts ended commitments as expiring': changedData(overview, (data) => {
      if (data.commitment_count > 0) data.expiring_count = data.commitment_count + 1;
    }),
  },
  'overview.amounts-are-those-of-the-inventory': {
    'an overview of the amount that is used': changedData(overview, (data) => {
      data.total_committed_monthly *= 0.9;
    }),
  },
  'overview.coverage-is-that-of-the-rates': {
    'an overview with coverage that is not weighted': changedData(overview, (data) => {
      if (data.coverage_pct) data.coverage_pct -= 10;
    }),
  },
  'overview.savings-are-those-of-the-rate': {
    'a savings rate in the overview that includes discounts': changedData(overview, (data) => {
      if (data.global_esr) data.global_esr += 4;
      for (const account of data.accounts) if (account.esr_pct) account.esr_pct += 4;
    }),
  },
  'overview.potential-is-that-of-the-recommendations': {
    'potential savings that count every recommendation twice': changedData(overview, (data) => {
      data.potential_additional_savings_monthly *= 2;
      for (const account of data.accounts) account.could_save_additional *= 2;
    }),
  },
});

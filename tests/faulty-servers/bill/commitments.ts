import { changed } from '../changes.js';
import { times } from '../edited.js';
import { billFaults, computesFor } from './bill-fault.js';
import { changes, drops, isUnused, isUsed, ofAnotherService, replacing, shiftDay } from './row-changes.js';

const portfolio = 'GET /commitments/portfolio';
const list = 'GET /commitments';

export const commitmentFaults = billFaults({
  'bill.commitments-are-used-as-their-rows': {
    'listed utilization without unused rows': computesFor(list, drops(isUnused)),
    'the list has twice the fees': changed(list, 'items[].monthly_commitment_usd', times(2)),
  },
  'bill.portfolio-is-used-as-its-rows': {
    'the trends of the portfolio are of a day': changed(
      portfolio,
      'rows[].utilization_slope_pp_30d',
      times(1 / 30),
    ),
    'the portfolio has no trends': changed(portfolio, 'rows[].utilization_slope_pp_30d', null),
    'the portfolio has fees without those of unused hours': changed(portfolio, 'rows[]', (row) => ({
      ...row,
      fee_monthly_net: row.fee_monthly_net && row.fee_monthly_net - row.rightsizing_monthly,
    })),
    'the portfolio has hourly fees of used hours only': changed(portfolio, 'rows[]', (row) => ({
      ...row,
      hourly_commitment_usd:
        row.hourly_commitment_usd && row.hourly_commitment_usd * (row.utilization_pct / 100),
    })),
    'the portfolio names the holder as the only consumer': computesFor(
      portfolio,
      changes(isUsed, () => ({ SubAccountId: '111111111111' })),
    ),
    'the portfolio has no consumers': changed(portfolio, 'rows[].consumers', []),
    'the portfolio has the payer as the holder of each commitment': changed(
      portfolio,
      'rows[].holder_account_id',
      '999999999999',
    ),
    'the portfolio has the other provider': changed(
      portfolio,
      'rows[].provider',
      replacing('provider_a', 'provider_b'),
    ),
    'the portfolio has another service': ofAnotherService(portfolio, 'rows[]'),
    'the portfolio has no utilization': changed(portfolio, 'rows[].utilization_pct', null),
    'the portfolio has no coverage': changed(portfolio, 'rows[].coverage_pct', null),
  },
  'bill.commitments-are-held-as-purchased': {
    'the list has the payer as the account of each commitment': changed(
      list,
      'items[].account_id',
      '999999999999',
    ),
    'the list has the first region for each commitment': changed(list, 'items[].region', 'north-1'),
    'the list has the first day of the bill as each start': changed(list, 'items[].start_date', '2026-04-01'),
    'the list has ends that are two days late': changed(list, 'items[].end_date', (day) => shiftDay(day, 2)),
    'the list has the other provider': changed(
      list,
      'items[].provider',
      replacing('provider_a', 'provider_b'),
    ),
    'the list has reservations as plans': changed(
      list,
      'items[].kind',
      replacing('reserved_instance', 'savings_plan'),
    ),
    'the list has another service': ofAnotherService(list, 'items[]'),
  },
});

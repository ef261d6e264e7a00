import { changed } from '../changes.js';
import { times } from '../edited.js';
import { billFaults, computesFor, fails } from './bill-fault.js';
import { changes, isUnused, replacing, shiftDay } from './row-changes.js';

const detail = 'GET /commitments/detail/*';

export const historyFaults = billFaults({
  'bill.commitment-history-is-that-of-its-rows': {
    'the detail has twice the fee': changed(detail, 'monthly_commitment_usd', times(2)),
    'the trend of the detail has the wrong sign': changed(detail, 'utilization_slope_pp_30d', times(-1)),
    'the detail has an hourly fee of a day': changed(detail, 'hourly_commitment_usd', times(24)),
    'a history at list prices': fails(
      computesFor(
        detail,
        changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
      ),
    ),
    'a commitment without the remainder of its service': changed(detail, 'on_demand_monthly', null),
    'the detail has no consumer but the first': changed(detail, 'consumers', (consumers) =>
      consumers.slice(0, 1),
    ),
    'the detail has an end that is two days late': changed(
      detail,
      'end_at',
      (end) => end && `${shiftDay(end, 2)}T00:00:00Z`,
    ),
    'the detail has the other provider': changed(detail, 'provider', replacing('provider_a', 'provider_b')),
    'the detail has the first region': changed(detail, 'region', 'north-1'),
    'the detail has no covered spend': changed(detail, 'covered_spend_monthly', null),
  },
});

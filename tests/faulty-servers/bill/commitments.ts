import { changed } from '../changes.js';
import { plus, times } from '../edited.js';
import { billFaults, computes, computesFor, fails, type RowChange } from './bill-fault.js';
import {
  changes,
  drops,
  every,
  isUnused,
  isUsed,
  ofAnotherService,
  replacing,
  shiftDay,
} from './row-changes.js';

const portfolio = 'GET /commitments/portfolio';
const list = 'GET /commitments';
const inventory = 'GET /commitments/inventory';
const contracts = 'GET /commitments/contracts';

/** Applies another cost to contracts. */
const applying =
  (costOf: (cost: number) => number): RowChange =>
  (row) => ({
    ...row,
    ContractApplied: row.ContractApplied.replace(
      /(AppliedCost":)([\d.]+)/,
      (_, name, cost) => `${name}${costOf(Number(cost))}`,
    ),
  });

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
  'bill.inventory-shows-what-covered-usage-cost': {
    'an inventory of plans that promise what was used of them': changed(inventory, 'rows[]', (row) => ({
      ...row,
      commitment_hourly:
        row.commitment_hourly && row.commitment_hourly * (1 - row.unused_monthly / row.committed_monthly),
    })),
    'the inventory has twice the fees': changed(inventory, 'rows[].committed_monthly', times(2)),
    'an inventory with twice what commitments charged for their usage': fails(
      changed(inventory, 'rows[].on_demand.covered_cost', times(2)),
    ),
    'an inventory with unused cost at list prices': changed(inventory, 'rows[].unused_monthly', times(1.3)),
    'an inventory without negative savings': changed(
      inventory,
      'rows[].saved_monthly',
      (saved) => saved && Math.max(0, saved),
    ),
    'an inventory that saved from contracted prices': computesFor(
      inventory,
      every((row) => ({ ListCost: row.ContractedCost })),
    ),
    'the inventory has no dates': changed(inventory, 'rows[]', (row) => ({
      ...row,
      start: null,
      end: null,
      term_months: null,
    })),
    'the inventory has terms of a year more': changed(inventory, 'rows[].term_months', plus(12)),
    'the inventory has no months of terms': changed(inventory, 'rows[].term_months', null),
    'an inventory without savings': changed(inventory, 'rows[].saved_monthly', null),
    'an inventory without the fees of covered usage': changed(
      inventory,
      'rows[].on_demand.covered_cost',
      null,
    ),
    'an inventory without the cost of unused hours': changed(inventory, 'rows[].unused_monthly', null),
    'an inventory without what plans promise': changed(inventory, 'rows[].commitment_hourly', null),
  },
  'bill.contract-months-are-what-was-applied': {
    'a contract consumes each applied cost twice': computes(applying(times(2))),
    'a contract consumes nothing of marketplace rows': computes((row) =>
      row.ServiceName === 'Log Search' ? { ...row, ContractApplied: '' } : row,
    ),
    'the cost of the whole contract is the floor of each month': changed(contracts, '[].months[]', (month) =>
      month.contract_usd === null ? month : { ...month, contract_usd: 3 * month.contract_usd },
    ),
    'the floor counts as metered': changed(contracts, '[].months[]', (month) => ({
      ...month,
      metered_usd: month.metered_usd + (month.contract_usd ?? 0),
    })),
    'no contracts': changed(contracts, '', []),
  },
});

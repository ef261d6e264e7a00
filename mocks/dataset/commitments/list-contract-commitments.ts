import { isoMonth, type Month } from '../calendar.js';
import { type Context, lastCompleteMonth } from '../context.js';
import type { ContractMonth, VendorContract } from '../ledger/contracts.js';
import { usd } from '../money.js';

/** Number of complete months in each row. */
const monthsShown = 6;

/** Vendor contracts, which no other operation returns. */
export function listContractCommitments(context: Context) {
  const contracts = [...context.ledger.contracts].sort((a, b) => (a.id < b.id ? -1 : 1));
  const next = lastCompleteMonth(context) + 1;
  return contracts.map((contract) => contractRow(contract, next));
}

function contractRow(contract: VendorContract, next: Month) {
  const months = contract.monthsBefore(next, monthsShown).map(monthRow);
  const latest = months.at(-1);
  return {
    id: contract.id,
    vendor: contract.vendor,
    contract_monthly_usd: contract.floorMonthly === null ? null : usd(contract.floorMonthly),
    latest_metered_usd: latest?.metered_usd ?? null,
    overage_exceeds_floor:
      latest === undefined || latest.contract_usd === null ? null : latest.metered_usd > latest.contract_usd,
    months,
  };
}

function monthRow({ month, floor, consumed }: ContractMonth) {
  const period = isoMonth(month);
  if (floor === null) {
    const unknown = { contract_usd: null, consumed_usd: null, shortfall_usd: null, billed_usd: null };
    return { period, ...unknown, metered_usd: usd(Math.max(0, consumed)) };
  }
  const used = Math.max(0, consumed);
  return {
    period,
    contract_usd: usd(floor),
    consumed_usd: usd(used),
    metered_usd: usd(Math.max(0, used - floor)),
    shortfall_usd: usd(Math.max(0, floor - used)),
    billed_usd: usd(Math.max(floor, used)),
  };
}

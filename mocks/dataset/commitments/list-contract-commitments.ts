import type { OperationHandler } from '../../types.js';
import { isoMonth, type Month, monthOf } from '../calendar.js';
import { type Context, todayOf } from '../context.js';
import { usd } from '../money.js';
import { hash32, streamOf } from '../random.js';
import type { Contract } from '../seed-data/types.js';

/** Number of complete months in each row. */
const monthsShown = 6;

/** Vendor contracts, which no other operation returns. */
export function listContractCommitments(context: Context): OperationHandler {
  const contracts = [...context.ledger.seedData.contracts].sort((a, b) => (a.id < b.id ? -1 : 1));
  return () => ({ data: contracts.map((contract) => contractRow(context, contract)) });
}

function contractRow(context: Context, contract: Contract) {
  const thisMonth = monthOf(todayOf(context));
  const months = Array.from({ length: monthsShown }, (_, i) =>
    monthRow(context.seed, contract, thisMonth - monthsShown + i),
  );
  const latest = months.at(-1) as (typeof months)[number];
  return {
    id: contract.id,
    vendor: contract.vendor,
    contract_monthly_usd: usd(contract.floorMonthly),
    latest_metered_usd: latest.metered_usd,
    overage_exceeds_floor: latest.metered_usd > latest.contract_usd,
    months,
  };
}

function monthRow(seed: number, contract: Contract, month: Month) {
  // Up to 10 % above or below the average month, in whole cents.
  const chance = (hash32(seed, streamOf(contract.id), month) % 2001) - 1000;
  const consumed = Math.round((contract.consumedMonthly * (1 + chance / 10_000)) / 10_000) * 10_000;
  const floor = contract.floorMonthly;
  return {
    period: isoMonth(month),
    contract_usd: usd(floor),
    consumed_usd: usd(consumed),
    metered_usd: usd(Math.max(0, consumed - floor)),
    shortfall_usd: usd(Math.max(0, floor - consumed)),
    billed_usd: usd(Math.max(floor, consumed)),
  };
}

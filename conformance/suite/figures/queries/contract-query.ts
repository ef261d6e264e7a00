import type { ContractCommitment } from '../../../../src/focus/datasets/contract-commitment.js';
import { daysOfMonth, isoDay, plusDays } from '../days.js';
import type { Query } from './query.js';

const part = (name: string) => `json_extract_string(part, '$.${name}')`;

/** What the rows of a bill apply to contract commitments, by contract and month. */
export const appliedQuery: Query = {
  figures: { applied: `sum(CAST(${part('ContractCommitmentAppliedCost')} AS DECIMAL(38,18)))` },
  from: `(SELECT ChargePeriodStart, unnest(from_json(ContractApplied, '["JSON"]')) AS part FROM charges)`,
  where: [`${part('ContractCommitmentAppliedCost')} IS NOT NULL`],
  groupBy: {
    contract: `coalesce(${part('ContractCommitmentId')}, ${part('ContractCommitmentID')})`,
    period: "strftime(ChargePeriodStart, '%Y-%m')",
  },
};

export interface Floor {
  readonly amount: number;
  /** How it is computed. */
  readonly formula: string;
}

/** The floor of a month that a commitment to spend states; null if it states none, or one for a longer time. */
export function floorOf(
  { category, cost, interval, status, start, end }: ContractCommitment,
  period: string,
): Floor | null {
  const months = monthsIn(start, end);
  const isByMonth = months === 1 || interval?.toLowerCase() === 'monthly';
  const isEnded = ['proposed', 'canceled', 'superseded'].includes(status?.toLowerCase() ?? '');
  const { first, last } = daysOfMonth(period);
  const isIn = first >= isoDay(start) && plusDays(last, 1) <= isoDay(end);
  if (
    cost === null ||
    Number(cost) < 0 ||
    months === null ||
    !isByMonth ||
    isEnded ||
    category !== 'Spend' ||
    !isIn
  )
    return null;
  const formula = `ContractCommitmentCost ${Number(cost)} / ${months === 1 ? '1 month' : `${months} months`}`;
  return { amount: Number(cost) / months, formula };
}

/** The number of calendar months of a period; null if it has parts of one. */
function monthsIn(start: number, end: number): number | null {
  const [from, to] = [new Date(start), new Date(end)];
  const isFirst = (date: Date) => date.getUTCDate() === 1 && date.getTime() % 86_400_000 === 0;
  if (!isFirst(from) || !isFirst(to)) return null;
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}

import type { ContractCommitment } from '../../../../../src/focus/datasets/contract-commitment.js';
import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { daysOfMonth, earlier, isoDay, later, plusDays } from '../../../figures/days.js';
import { amount, type Formula, positive } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { Query } from '../../../figures/queries/query.js';
import { compareFigures, type Figure } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, ofBill, preference, readOf } from '../bill-check.js';

export const contractChecks: readonly Check[] = [
  ofBill('listContractCommitments', {
    id: 'bill.contract-months-are-what-was-applied',
    ...preference,
    requirement:
      'What is consumed of a contract in a month is the sum of the costs that `ContractApplied` applies to it; its floor is the monthly cost of its commitment.',
    requests: 1,
    of: () => [null],
    compare: compareContracts,
  }),
];

const part = (name: string) => `json_extract_string(part, '$.${name}')`;

/** What the rows of a bill apply to contract commitments, by contract and month. */
const appliedQuery: Query = {
  figures: { applied: `sum(CAST(${part('ContractCommitmentAppliedCost')} AS DECIMAL(38,18)))` },
  from: `(SELECT ChargePeriodStart, unnest(from_json(ContractApplied, '["JSON"]')) AS part FROM charges)`,
  where: [`${part('ContractCommitmentAppliedCost')} IS NOT NULL`],
  groupBy: {
    contract: `coalesce(${part('ContractCommitmentId')}, ${part('ContractCommitmentID')})`,
    period: "strftime(ChargePeriodStart, '%Y-%m')",
  },
};

const contractIn = ({ group }: ExpectedRow) => String(group.contract);

async function compareContracts(billCase: BillCase): Promise<void> {
  const { bill, comparison, providers } = billCase;
  const applied = await bill.expected(appliedQuery);
  const ids = new Set([...bill.contracts.map(({ id }) => id), ...applied.map(contractIn)]);
  for (const id of await bill.values('CommitmentDiscountId')) ids.delete(id);
  if (ids.size === 0) throw new NotApplicable('the bill has no contract commitments');
  const days = {
    first: providers.map((provider) => provider.days.first).reduce(earlier),
    last: providers.map((provider) => provider.days.last).reduce(later),
  };
  const read = await readOf(billCase, 'listContractCommitments', null, { days });
  const rows = rowsOf(read.data);
  const own = rows.filter(({ id }) => ids.has(id));
  if (rows.length > 0 && own.length === 0)
    throw new NotApplicable('the ids of the contracts are not those of the contract commitments in the bill');
  const isShown = (from: ExpectedRow) => own.some(({ id }) => id === contractIn(from));
  const missing = applied.find((from) => ids.has(contractIn(from)) && !isShown(from));
  if (missing) {
    const message = `\`data\` has no contract ${shownValue(contractIn(missing))}.`;
    const expected = 'the contracts in ContractApplied';
    comparison.violation({ message, actual: 'no entry', expected, from: missing, exchange: read.exchange });
  }
  const firstMonth = applied.map(({ group }) => String(group.period)).reduce(earlier, '9999-12');
  for (const { id, months } of own) {
    const term = bill.contracts.find((one) => one.id === id);
    for (const month of rowsOf(months)) {
      const period = String(month.period);
      if (!/^\d{4}-\d\d$/.test(period) || period < firstMonth) continue;
      const { first, last } = daysOfMonth(period);
      if (first < days.first || last > days.last) continue;
      const group = { contract: String(id), period };
      const isOwn = (one: ExpectedRow) => contractIn(one) === group.contract && one.group.period === period;
      const from = applied.find(isOwn) ?? bill.none(appliedQuery, group);
      const figures = figuresOf(month, term ? floorOf(term, period) : null);
      compareFigures(read, figures, { rows: [month], from, path: '[].months[]' });
    }
  }
}

/** The figures of a month: with a floor, what is metered is what was consumed beyond it. */
function figuresOf({ contract_usd: least }: any, floor: Floor | null): Figure[] {
  const consumed = positive(amount('applied'));
  const beyond: Formula = (from, days) => {
    const expected = Math.max(0, (consumed(from, days).expected ?? 0) - least);
    return { from, expected, formula: 'consumed beyond the floor' };
  };
  const ofFloor: Formula = (from) => ({
    from,
    expected: floor?.amount ?? null,
    formula: `${floor?.formula}`,
  });
  const hasFloor = () => typeof least === 'number';
  return [
    { field: 'contract_usd', is: ofFloor },
    { field: 'consumed_usd', is: consumed, when: hasFloor },
    { field: 'metered_usd', is: hasFloor() ? beyond : consumed },
  ];
}

interface Floor {
  readonly amount: number;
  /** How it is computed. */
  readonly formula: string;
}

/** The floor of a month that a commitment to spend states; null if it states none, or one for a longer time. */
function floorOf(
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

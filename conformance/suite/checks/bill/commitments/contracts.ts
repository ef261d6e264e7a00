import type { ContractCommitment } from '../../../../../src/focus/datasets/contract-commitment.js';
import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { proposal } from '../../../claims.js';
import type { ComparedFigure } from '../../../figures/comparison.js';
import { dayMs, daysOfMonth, earlier, isoDay, later, plusDays } from '../../../figures/days.js';
import { amount, positive } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { Group, Query } from '../../../figures/queries/query.js';
import { compareTable } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { type BillCase, ofBill } from '../bill-check.js';

export const contractChecks: readonly Check[] = [
  ofBill('listContractCommitments', {
    id: 'bill.contract-months-are-what-was-applied',
    ...proposal,
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
  const read = await billCase.read('listContractCommitments', null, { days });
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
  const isCompared = ({ period }: any) => {
    if (!/^\d{4}-\d\d$/.test(period) || period < firstMonth) return false;
    const { first, last } = daysOfMonth(period);
    return first >= days.first && last <= days.last;
  };
  const months = own.flatMap(({ id, months: all }) =>
    rowsOf(all).map((month) => ({ ...month, contract: String(id) })),
  );
  await compareTable(read, {
    ...{ path: '[].months[]', rows: months.filter(isCompared), query: appliedQuery, extra: 'zero' },
    figures: [
      { field: 'contract_usd', is: consumed, more: ({ group }) => floorOf(bill.contracts, group) },
      { field: 'consumed_usd', is: consumed, when: (_, { contract_usd }) => isNumber(contract_usd) },
      { field: 'metered_usd', is: consumed, more: beyondFloor },
    ],
  });
}

const consumed = positive(amount('applied'));
const isNumber = (value: unknown) => typeof value === 'number';

/** With a floor, what is metered is what was consumed beyond it. */
function beyondFloor({ figures }: ExpectedRow, { contract_usd: floor }: any): Partial<ComparedFigure> {
  if (!isNumber(floor)) return {};
  const expected = Math.max(0, Math.max(0, figures.applied ?? 0) - floor);
  return { expected, formula: 'consumed beyond the floor' };
}

const endedStatuses = ['proposed', 'canceled', 'superseded'];

/** The floor of a month that a commitment to spend states; null if it states none, or one for a longer time. */
function floorOf(
  contracts: readonly ContractCommitment[],
  { contract, period = '' }: Group,
): Pick<ComparedFigure, 'expected' | 'formula'> {
  const term = contracts.find(({ id }) => id === contract);
  if (!term) return { expected: null };
  const { category, interval, status, start, end } = term;
  const cost = Number(term.cost ?? -1);
  const months = monthsIn(start, end);
  const isByMonth = months === 1 || interval?.toLowerCase() === 'monthly';
  const { first, last } = daysOfMonth(String(period));
  const isIn = first >= isoDay(start) && plusDays(last, 1) <= isoDay(end);
  const isValid = category === 'Spend' && isIn && !endedStatuses.includes(status?.toLowerCase() ?? '');
  if (cost < 0 || months === null || !isByMonth || !isValid) return { expected: null };
  const formula = `ContractCommitmentCost ${cost} / ${months === 1 ? '1 month' : `${months} months`}`;
  return { expected: cost / months, formula };
}

/** The number of calendar months of a period; null if it has parts of one. */
function monthsIn(start: number, end: number): number | null {
  const [from, to] = [new Date(start), new Date(end)];
  const isFirst = (date: Date) => date.getUTCDate() === 1 && date.getTime() % dayMs === 0;
  if (!isFirst(from) || !isFirst(to)) return null;
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
}

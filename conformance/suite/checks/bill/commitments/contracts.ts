import type { Check } from '../../../../engine/check.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { daysOfMonth, earlier, later } from '../../../figures/days.js';
import type { Formula } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { appliedQuery, floorOf } from '../../../figures/queries/contract-query.js';
import { compareFigures, type Figure } from '../../../figures/table.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill, preference } from '../bill-check.js';

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

const contractIn = ({ group }: ExpectedRow) => String(group.contract);

async function compareContracts(billCase: BillCase): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const applied = await bill.expected(appliedQuery);
  const ids = new Set([...bill.contracts.map(({ id }) => id), ...applied.map(contractIn)]);
  for (const id of await bill.values('CommitmentDiscountId')) ids.delete(id);
  if (ids.size === 0) throw new NotApplicable('the bill has no contract commitments');
  const exchange = await successOf(probe, requestTo('listContractCommitments'));
  const rows = rowsOf(dataOf(exchange));
  const own = rows.filter(({ id }) => ids.has(id));
  if (rows.length > 0 && own.length === 0)
    throw new NotApplicable('the ids of the contracts are not those of the contract commitments in the bill');
  const isMissing = (from: ExpectedRow) =>
    ids.has(contractIn(from)) && !own.some(({ id }) => id === contractIn(from));
  const missing = applied.find(isMissing);
  if (missing) {
    const message = `\`data\` has no contract ${shownValue(contractIn(missing))}.`;
    const violation = { message, actual: 'no entry', exchange };
    comparison.violation(violation, missing, 'the contracts in ContractApplied');
  }
  for (const row of own) compareMonths({ ...billCase, exchange }, row, applied);
}

const applied: Formula = (from) => ({ from, expected: Math.max(0, from.figures.applied ?? 0) });

/** The figures of a month: with a floor, what is metered is what was consumed beyond it. */
function figuresOf(month: any, floor: ReturnType<typeof floorOf>): Figure[] {
  const { contract_usd: least } = month;
  const beyond: Formula = (from) => ({
    ...{ from, expected: Math.max(0, (from.figures.applied ?? 0) - least) },
    formula: 'consumed beyond the floor',
  });
  return [
    ...(floor
      ? [
          {
            field: 'contract_usd',
            is: (from: ExpectedRow) => ({ from, expected: floor.amount, formula: floor.formula }),
          },
        ]
      : []),
    ...(typeof least === 'number' ? [{ field: 'consumed_usd', is: applied }] : []),
    { field: 'metered_usd', is: typeof least === 'number' ? beyond : applied },
  ];
}

/** Compares the months of a contract that the bill has. */
function compareMonths(
  read: BillCase & Pick<Parameters<typeof compareFigures>[0], 'exchange'>,
  { id, months }: any,
  applied: readonly ExpectedRow[],
): void {
  const { bill, providers } = read;
  const term = bill.contracts.find((one) => one.id === id);
  const days = {
    first: providers.map((provider) => provider.days.first).reduce(earlier),
    last: providers.map((provider) => provider.days.last).reduce(later),
  };
  const firstMonth = applied.map(({ group }) => String(group.period)).reduce(earlier, '9999-12');
  for (const month of rowsOf(months)) {
    const period = String(month.period);
    if (!/^\d{4}-\d\d$/.test(period) || period < firstMonth) continue;
    const { first, last } = daysOfMonth(period);
    if (first < days.first || last > days.last) continue;
    const group = { contract: String(id), period };
    const isOwn = (one: ExpectedRow) => contractIn(one) === group.contract && one.group.period === period;
    const from = applied.find(isOwn) ?? bill.none(appliedQuery, group);
    const figures = figuresOf(month, term ? floorOf(term, period) : null);
    compareFigures({ ...read, days }, figures, { rows: [month], from, path: '[].months[].' });
  }
}

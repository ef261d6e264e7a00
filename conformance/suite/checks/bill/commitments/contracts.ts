import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { NotApplicable } from '../../../../engine/judge/outcome.js';
import { daysOfMonth, earlier, later } from '../../../figures/days.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { appliedQuery, floorOf } from '../../../figures/queries/contract-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill } from '../bill-check.js';

export const contractChecks: readonly Check[] = [
  ofBill('listContractCommitments', {
    id: 'bill.contract-months-are-what-was-applied',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'What is consumed of a contract in a month is the sum of the costs that `ContractApplied` applies to it; its floor is the monthly cost of its commitment.',
    requests: 1,
    compare: compareContracts,
  }),
];

interface Contracts {
  readonly exchange: CompleteExchange;
  /** By month and contract; a month without rows is not in it. */
  readonly applied: readonly ExpectedRow[];
}

async function compareContracts(billCase: BillCase): Promise<void> {
  const { probe, bill } = billCase;
  const applied = await bill.expected(appliedQuery);
  const ids = new Set([...bill.contracts.map(({ id }) => id), ...applied.map(contractIn)]);
  for (const id of await bill.values('CommitmentDiscountId')) ids.delete(id);
  if (ids.size === 0) throw new NotApplicable('the bill has no contract commitments');
  const exchange = await successOf(probe, requestTo('listContractCommitments'));
  const rows = rowsOf(dataOf(exchange));
  const own = rows.filter(({ id }) => ids.has(id));
  if (rows.length > 0 && own.length === 0)
    throw new NotApplicable('the ids of the contracts are not those of the contract commitments in the bill');
  compareWhich(billCase, { exchange, applied }, new Set(own.map(({ id }) => id)), ids);
  for (const row of own) compareContract(billCase, { exchange, applied }, row);
}

const contractIn = ({ group }: ExpectedRow) => String(group.contract);

/** Reports contracts that have costs in the bill and are not listed. */
function compareWhich(
  { comparison }: BillCase,
  { exchange, applied }: Contracts,
  shown: ReadonlySet<unknown>,
  ids: ReadonlySet<string>,
): void {
  const missing = applied.find((from) => ids.has(contractIn(from)) && !shown.has(contractIn(from)));
  if (!missing) return;
  const message = `\`data\` has no contract ${shownValue(contractIn(missing))}.`;
  comparison.violation(
    { message, actual: 'no entry', exchange },
    missing,
    'the contracts in ContractApplied',
  );
}

function compareContract(billCase: BillCase, { exchange, applied }: Contracts, row: any): void {
  const { bill, comparison, providers } = billCase;
  const term = bill.contracts.find(({ id }) => id === row.id);
  const days = {
    first: providers.map((provider) => provider.days.first).reduce(earlier),
    last: providers.map((provider) => provider.days.last).reduce(later),
  };
  const firstMonth = applied.map(({ group }) => String(group.period)).reduce(earlier, '9999-12');
  for (const month of rowsOf(row.months)) {
    const period = String(month.period);
    if (!/^\d{4}-\d\d$/.test(period) || period < firstMonth) continue;
    const { first, last } = daysOfMonth(period);
    if (first < days.first || last > days.last) continue;
    const group = { contract: String(row.id), period };
    const from =
      applied.find((one) => contractIn(one) === group.contract && one.group.period === period) ??
      bill.none(appliedQuery, group);
    const used = Math.max(0, from.figures.applied ?? 0);
    const shared = { from, exchange };
    const of = `of contract ${shownValue(row.id)} in ${period}`;
    const figure = (name: string, expected: number | null, formula?: string) =>
      comparison.figure({
        ...shared,
        name: `\`${name}\` ${of}`,
        actual: month[name],
        expected,
        ...(formula !== undefined && { formula }),
      });
    const floor = term ? floorOf(term, period) : null;
    if (floor) figure('contract_usd', floor.amount, floor.formula);
    if (typeof month.contract_usd === 'number') {
      figure('consumed_usd', used);
      figure('metered_usd', Math.max(0, used - month.contract_usd), 'consumed beyond the floor');
    } else figure('metered_usd', used);
  }
}

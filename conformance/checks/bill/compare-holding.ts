import { show } from '../../expect/show.js';
import { isDay, plusDays } from '../../figures/days.js';
import { type Names, namesOf } from '../../figures/groups.js';
import { type Determined, type Holding, holdingOf } from '../../figures/holdings.js';
import type { BillCase } from './bill-check.js';
import type { Measured } from './measured-days.js';

interface ComparedHolding extends Omit<Measured, 'days'> {
  /** What the response shows of the commitment. */
  readonly row: any;
}

/** A value that some fields must have. */
interface Expectation {
  readonly fields: readonly string[];
  readonly from: Determined<unknown>;
  readonly expected: string;
  isRight(value: string): boolean;
  /** Whether null is a violation. */
  readonly isRequired?: boolean;
}

/** Compares who holds a commitment, the region and the dates, as far as its rows determine them. */
export async function compareHolding(
  { bill, comparison, inactive }: BillCase,
  { row, provider, exchange }: ComparedHolding,
): Promise<void> {
  if (typeof row.id !== 'string') return;
  const holding = await holdingOf(bill, provider, row.id);
  const regions = await namesOf(bill, 'RegionId', provider, [row.region]);
  for (const { fields, from, expected, isRight, isRequired } of expectationsOf(holding, regions)) {
    for (const field of fields) {
      const value = row[field];
      // A provider may give only the day.
      const isLacking = value === null && isRequired && field !== 'end_at' && !inactive.has(row.id);
      if (typeof value !== 'string' && !isLacking) continue;
      // One that was cancelled has ended before.
      if (isLacking || !(isRight(value) || (endFields.includes(field) && inactive.has(row.id)))) {
        const problem = isLacking ? 'is null, although the bill determines it.' : 'differs from the bill.';
        const message = `\`${field}\` of ${show(row.id)} ${problem}`;
        comparison.violation({ message, actual: show(value), exchange, basis: 'proposed' }, from, expected);
      } else comparison.passed();
    }
  }
}

const endFields = ['end_date', 'end', 'end_at'];

function expectationsOf({ account, region, term }: Holding, regions: Names): Expectation[] {
  const expectations: Expectation[] = [];
  if (account) {
    const fields = ['account_id', 'holder_account_id'];
    const isRight = (value: string) => value === account.value;
    expectations.push({ fields, from: account, expected: show(account.value), isRight });
  }
  if (region) {
    const isRight = (value: string) => /^global$/i.test(value) || regions.of(value) === region.value;
    expectations.push({ fields: ['region'], from: region, expected: show(region.value), isRight });
  }
  if (!term) return expectations;
  const { first, last } = term.value;
  const dates = [
    { fields: ['start_date', 'start'], day: first },
    { fields: endFields, day: last },
  ].map(
    ({ fields, day }): Expectation => ({
      fields,
      from: term,
      expected: show(day),
      isRight: (value) => isAbout(value, day),
      isRequired: true,
    }),
  );
  return [...expectations, ...dates];
}

/** Whether a date is a day or one beside it, since a day of another time zone begins at another time. */
function isAbout(value: string, day: string): boolean {
  const date = value.slice(0, 10);
  return !isDay(date) || (date >= plusDays(day, -1) && date <= plusDays(day, 1));
}

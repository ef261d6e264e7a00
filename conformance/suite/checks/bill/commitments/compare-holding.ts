import { show } from '../../../../engine/show.js';
import { lengthOf, plusDays } from '../../../figures/days.js';
import { type Names, namesOf } from '../../../figures/groups.js';
import { type Determined, type Holding, holdingOf } from '../../../figures/holdings.js';
import { writtenDay } from '../../shared/timestamps.js';
import type { BillCase } from '../bill-check.js';
import type { Measured } from '../measured-days.js';

interface ComparedHolding extends Omit<Measured, 'days'> {
  /** What the response shows of the commitment. */
  readonly row: any;
}

/** A value that some fields must have. */
interface Expectation {
  readonly fields: readonly string[];
  readonly from: Determined<unknown>;
  readonly expected: string;
  isRight(value: unknown): boolean;
  /** Whether null is a violation. */
  readonly isRequired?: boolean;
}

/** Names in the response, and the values of the bill that they are. */
interface ShownNames {
  readonly regions: Names;
  readonly services: Names;
}

/** Compares what a commitment is, who holds it, where and when, as far as its rows determine that. */
export async function compareHolding(
  { bill, comparison, inactive }: BillCase,
  { row, provider, exchange }: ComparedHolding,
): Promise<void> {
  if (typeof row.id !== 'string') return;
  const holding = await holdingOf(bill, row.id);
  const names = {
    regions: await namesOf(bill, 'RegionId', provider, [row.region]),
    services: await namesOf(bill, 'ServiceName', provider, [row.service, row.service_label]),
  };
  for (const expectation of expectationsOf(holding, names, row)) {
    const { fields, from, expected, isRight, isRequired } = expectation;
    for (const field of fields) {
      const value = row[field];
      // A provider may give only the day.
      const isLacking = value === null && isRequired && field !== 'end_at' && !inactive.has(row.id);
      if (typeof value !== 'string' && typeof value !== 'number' && !isLacking) continue;
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

/** The kinds of each category: that of `provider_a`, and that of others. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  Usage: ['reserved_instance', 'committed_use_discount'],
  Spend: ['savings_plan', 'spend_commitment'],
};

function expectationsOf(holding: Holding, names: ShownNames, row: any): Expectation[] {
  const { provider, category, account, region } = holding;
  const kinds = kindsOf[category?.value ?? ''];
  const expectations: Expectation[] = [];
  if (provider) expectations.push(equal(['provider'], provider));
  if (category && kinds) {
    const isRight = (value: unknown) => kinds.includes(String(value));
    expectations.push({ fields: ['kind'], from: category, expected: kinds.join(' or '), isRight });
  }
  if (account) expectations.push(equal(['account_id', 'holder_account_id'], account));
  if (region) {
    const isRight = (value: unknown) =>
      /^global$/i.test(String(value)) || names.regions.of(value) === region.value;
    expectations.push({ fields: ['region'], from: region, expected: show(region.value), isRight });
  }
  return [...expectations, ...serviceIn(holding, names, row), ...termIn(holding)];
}

function equal(fields: readonly string[], from: Determined<string>): Expectation {
  return { fields, from, expected: show(from.value), isRight: (value) => value === from.value };
}

/** Expects no other service of the bill; one that the bill does not have can be a short name of the right one. */
function serviceIn({ service }: Holding, { services }: ShownNames, row: any): Expectation[] {
  if (!service) return [];
  const shown = [row.service, row.service_label].map((name) => services.of(name) ?? undefined);
  const isRight = () => shown.includes(service.value) || shown.every((name) => name === undefined);
  return [{ fields: ['service'], from: service, expected: show(service.value), isRight }];
}

function termIn({ term }: Holding): Expectation[] {
  if (!term) return [];
  const { first, last } = term.value;
  const dates = [
    { fields: ['start_date', 'start'], day: first },
    { fields: endFields, day: last },
  ].map(
    ({ fields, day }): Expectation => ({
      fields,
      from: term,
      expected: show(day),
      isRight: (value) => isAbout(String(value), day),
      isRequired: true,
    }),
  );
  const months = monthsBetween(first, last);
  if (months === null) return dates;
  const isRight = (value: unknown) => value === months;
  const expected = `${months} months`;
  return [...dates, { fields: ['term_months'], from: term, expected, isRight, isRequired: true }];
}

/** Whether a date is a day or one beside it, since a day of another time zone begins at another time. */
function isAbout(value: string, day: string): boolean {
  const date = writtenDay(value);
  return date === undefined || (date >= plusDays(day, -1) && date <= plusDays(day, 1));
}

/** Returns the months of a term of one or three years, which may be longer or shorter by days; null for other terms. */
function monthsBetween(first: string, last: string): number | null {
  const days = lengthOf({ first, last }) - 1;
  return [12, 36].find((months) => Math.abs(days - (months * 365) / 12) <= 3) ?? null;
}

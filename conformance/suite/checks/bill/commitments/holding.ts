import { show } from '../../../../engine/show.js';
import { lengthOf, plusDays } from '../../../figures/days.js';
import { namesOf } from '../../../figures/groups.js';
import { type Determined, type Holding, holdingOf } from '../../../figures/holdings.js';
import { writtenDay } from '../../shared/timestamps.js';
import type { ProviderRead } from '../bill-check.js';

/** A value that some fields must have. */
interface Expectation {
  readonly fields: readonly string[];
  readonly from: Determined<unknown> | undefined;
  readonly expected: string;
  isRight(value: unknown): boolean;
  /** Whether null is a violation. */
  readonly isRequired?: boolean;
}

const endFields = ['end_date', 'end', 'end_at'];

/** The kinds of each category: that of `provider_a`, and that of others. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  Usage: ['reserved_instance', 'committed_use_discount'],
  Spend: ['savings_plan', 'spend_commitment'],
};

/** Compares what a commitment is, who holds it, where and when, as far as its rows determine that. */
export async function compareHolding(
  { bill, comparison, inactive, provider, exchange }: Omit<ProviderRead, 'days'>,
  row: any,
): Promise<void> {
  if (typeof row.id !== 'string') return;
  const holding = await holdingOf(bill, row.id);
  const regions = await namesOf(bill, 'RegionId', provider, [row.region]);
  const services = await namesOf(bill, 'ServiceName', provider, [row.service, row.service_label]);
  const named = [row.service, row.service_label].map((name) => services.of(name) ?? undefined);
  const { service, region } = holding;
  const expectations = [
    ...expectationsOf(holding),
    expectation(
      ['region'],
      region,
      (value) => /^global$/i.test(String(value)) || regions.of(value) === region?.value,
    ),
    // A service that the bill does not have can be a short name of the right one.
    expectation(
      ['service'],
      service,
      () => named.includes(service?.value) || named.every((name) => name === undefined),
    ),
  ];
  for (const { fields, from, expected, isRight, isRequired } of expectations) {
    for (const field of from ? fields : []) {
      const value = row[field];
      // A provider may give only the day.
      const isLacking = value === null && isRequired && field !== 'end_at' && !inactive.has(row.id);
      if (typeof value !== 'string' && typeof value !== 'number' && !isLacking) continue;
      // One that was cancelled has ended before.
      const mayEnd = endFields.includes(field) && inactive.has(row.id);
      if (!isLacking && (isRight(value) || mayEnd)) comparison.passed();
      else {
        const problem = isLacking ? 'is null, although the bill determines it.' : 'differs from the bill.';
        const message = `\`${field}\` of ${show(row.id)} ${problem}`;
        const violation = { message, actual: show(value), exchange, basis: 'proposed' } as const;
        comparison.violation(violation, from as Determined<unknown>, expected);
      }
    }
  }
}

function expectation(
  fields: readonly string[],
  from: Determined<string> | undefined,
  isRight = (value: unknown) => value === from?.value,
): Expectation {
  return { fields, from, expected: show(from?.value), isRight };
}

function expectationsOf({ provider, category, account, term }: Holding): Expectation[] {
  const kinds = kindsOf[category?.value ?? ''];
  const { first = '', last = '' } = term?.value ?? {};
  const months = monthsBetween(first, last);
  const dates = [
    { fields: ['start_date', 'start'], day: first },
    { fields: endFields, day: last },
  ];
  return [
    expectation(['provider'], provider),
    expectation(['account_id', 'holder_account_id'], account),
    {
      fields: ['kind'],
      from: kinds && category,
      expected: `${kinds?.join(' or ')}`,
      isRight: (value) => kinds?.includes(String(value)) === true,
    },
    ...dates.map(
      ({ fields, day }): Expectation => ({
        ...{ fields, from: term, expected: show(day), isRequired: true },
        isRight: (value) => isAbout(String(value), day),
      }),
    ),
    {
      ...{ fields: ['term_months'], from: months === null ? undefined : term, isRequired: true },
      expected: `${months} months`,
      isRight: (value) => value === months,
    },
  ];
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

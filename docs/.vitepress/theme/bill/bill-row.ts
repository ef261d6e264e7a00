import { type FocusColumn, focusColumns, missingWords, namesOf } from '../../../../src/focus/columns.js';
import { listed, quoted } from '../../../../src/focus/focus-error.js';
import { isoTime } from './iso-time.js';
import { withoutList } from './key-list.js';
import { hasRepeatedKey } from './repeated-key.js';

const words = new Map(focusColumns.flatMap(({ name, values }) => (values ? [[name, values] as const] : [])));
/** The names of columns that have a successor. */
const successors = new Map(
  focusColumns.flatMap((column) => (column.successor ? [[column.name, namesOf(column)] as const] : [])),
);
/** DuckDB, which reads bills in the terminal, has this many digits before the decimal point. */
const tooLarge = 1e20;

/** A row of a bill in CSV; errors name its number and the column, in the words of the terminal. */
export class BillRow {
  constructor(
    private readonly number: number,
    private readonly values: ReadonlyMap<string, string>,
  ) {}

  /** Also checks columns that no figure needs, as the terminal does. */
  check(): void {
    for (const column of focusColumns) this.checkValue(column);
    this.checkPeriod('ChargePeriod');
    if (this.text('BillingPeriodEnd') !== null) this.checkPeriod('BillingPeriod');
    if (this.text('CommitmentDiscountStatus') !== null && this.text('CommitmentDiscountId') === null) {
      const status = quoted(this.text('CommitmentDiscountStatus') ?? '');
      const problem = `${status}, but CommitmentDiscountId is empty. Add the id of the commitment`;
      this.refuse('CommitmentDiscountStatus', problem);
    }
  }

  /** Null if the value is missing. */
  text(column: string): string | null {
    const names = successors.get(column) ?? [column];
    return (
      names.map((name) => this.values.get(name) ?? '').find((value) => !missingWords.includes(value)) ?? null
    );
  }

  filled(column: string): string {
    return this.text(column) ?? this.refuse(column, 'empty. Every charge must have a value');
  }

  /** One of the words that FOCUS allows, in its letter case. */
  word<Word extends string>(column: string): Word | null {
    const text = this.text(column);
    if (text === null) return null;
    const known = words.get(column)?.find((one) => one.toLowerCase() === text.toLowerCase());
    return (known as Word | undefined) ?? this.fail(column, `is unknown. FOCUS allows ${allowed(column)}`);
  }

  amount(column: string): number | null {
    const text = this.text(column);
    if (text === null) return null;
    if (!/^[ \t-\r]*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?[ \t-\r]*$/i.test(text)) {
      return this.fail(column, 'is not a number. Write numbers such as -1234.56');
    }
    const problem = 'is too large. Numbers have at most 20 digits before the decimal point';
    return Math.abs(Number(text)) < tooLarge ? Number(text) : this.fail(column, problem);
  }

  /** In ISO 8601 and UTC. */
  time(column: string): string {
    const problem = 'is not a date. Write dates such as 2026-06-15T00:00:00Z';
    return isoTime(this.filled(column)) || this.fail(column, problem);
  }

  object(column: string): Readonly<Record<string, unknown>> {
    const text = withoutList(this.text(column) ?? '{}');
    const value = objectOf(text) ?? this.fail(column, 'is not a JSON object, such as {"team": "web"}');
    return hasRepeatedKey(text) ? this.fail(column, 'has a key twice') : value;
  }

  private checkPeriod(period: string): void {
    if (this.time(`${period}End`) >= this.time(`${period}Start`)) return;
    this.fail(`${period}End`, `is before ${period}Start. A period ends after it starts`);
  }

  private checkValue({ name, kind, isFilled, values }: FocusColumn): void {
    if (isFilled) this.filled(name);
    if (this.text(name) === null) return;
    if (values) this.word(name);
    if (kind === 'number') this.amount(name);
    if (kind === 'time') this.time(name);
    if (kind === 'object') this.object(name);
  }

  /** @param problem what is wrong with the value, which is quoted before it */
  private fail(column: string, problem: string): never {
    return this.refuse(column, `${quoted(this.values.get(column) ?? '')} ${problem}`);
  }

  private refuse(column: string, problem: string): never {
    throw new Error(`Row ${this.number}, column ${column}: ${problem}.`);
  }
}

function allowed(column: string): string {
  const [word, ...others] = words.get(column) ?? [];
  return others.length === 0 ? `${word} or empty` : `one of ${listed([word ?? '', ...others])}`;
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

import { focusColumns } from '../../../../src/focus/columns.js';
import { isoTime } from './iso-time.js';

const missing = new Set(['', 'NULL', 'null', '\\N']);
const words = new Map(focusColumns.flatMap(({ name, values }) => (values ? [[name, values] as const] : [])));

/** A row of a bill in CSV; errors name its number and the column. */
export class BillRow {
  constructor(
    private readonly number: number,
    private readonly values: ReadonlyMap<string, string>,
  ) {}

  /** Null if the value is missing. */
  text(column: string): string | null {
    const value = this.values.get(column) ?? '';
    return missing.has(value) ? null : value;
  }

  filled(column: string): string {
    return this.text(column) ?? this.fail(column, 'a value is missing');
  }

  /** One of the words that FOCUS allows, in its letter case. */
  word<Word extends string>(column: string): Word | null {
    const text = this.text(column);
    if (text === null) return null;
    const known = words.get(column)?.find((one) => one.toLowerCase() === text.toLowerCase());
    return (known as Word | undefined) ?? this.fail(column, 'is not a word that FOCUS allows');
  }

  amount(column: string): number | null {
    const text = this.text(column);
    if (text === null) return null;
    return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
      ? Number(text)
      : this.fail(column, 'is not a number');
  }

  /** In ISO 8601 and UTC. */
  time(column: string): string {
    const problem = 'is not a date. Write dates such as 2026-06-15T00:00:00Z';
    return isoTime(this.filled(column)) || this.fail(column, problem);
  }

  object(column: string): Readonly<Record<string, unknown>> {
    try {
      const value: unknown = JSON.parse(this.text(column) ?? '{}');
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    } catch {
      // Not JSON.
    }
    return this.fail(column, 'is not a JSON object');
  }

  fail(column: string, problem: string): never {
    throw new Error(
      `Row ${this.number}, column ${column}: ${JSON.stringify(this.values.get(column) ?? '')} ${problem}.`,
    );
  }
}

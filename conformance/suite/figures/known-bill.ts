import type { ContractCommitment } from '../../../src/focus/datasets/contract-commitment.js';
import { remember } from '../../engine/run/baselines.js';
import { FigureLog } from './figure-log.js';
import { distinctOf, type Group, ofGroup, type Query, shortSqlOf, sqlOf } from './queries/query.js';

/** A row of a result: its group, its figures, and the number of rows of the bill in it. */
export class ExpectedRow {
  readonly group: Group;
  /** Null without a row that has the figure. */
  readonly figures: Readonly<Record<string, number | null>>;
  readonly rows: number;

  constructor(
    readonly bill: Pick<KnownBill, 'statementOf' | 'shortStatementOf' | 'total'>,
    readonly query: Query,
    row: Readonly<Record<string, unknown>>,
  ) {
    const groups = Object.keys(query.groupBy ?? {});
    this.group = Object.fromEntries(groups.map((name) => [name, textOf(row[name])]));
    this.figures = Object.fromEntries(Object.keys(query.figures).map((name) => [name, numberOf(row[name])]));
    this.rows = Number(row.row_count ?? 0);
  }

  /** The statement of this row alone, which can be pasted into `duckdb`. */
  get sql(): string {
    return this.sqlFor(Object.keys(this.query.figures));
  }

  /** The same with only some figures. */
  sqlFor(names: readonly string[]): string {
    return this.bill.statementOf(sqlOf(this.#queryFor(names)));
  }

  /** The same as a short statement on the files, if that has the same values. */
  async shortSqlFor(names: readonly string[]): Promise<string> {
    const expected = names.map((name) => this.figures[name] ?? null);
    const statement = shortSqlOf(this.#queryFor(names));
    return (await this.bill.shortStatementOf(statement, expected)) ?? this.sqlFor(names);
  }

  #queryFor(names: readonly string[]): Query {
    const figures = Object.fromEntries(names.map((name) => [name, String(this.query.figures[name])]));
    return ofGroup({ ...this.query, figures }, this.group);
  }
}

/** What runs statements on the view `charges`. */
export interface ChargesReader {
  /** Returns a statement that reads what another statement uses of the view from the user's files. */
  sourceOf(statement: string): string;
  /** Returns a short statement on the user's files for one on the view; null if there is none. */
  shortOf?(statement: string): string | null;
  all(sql: string): Promise<Record<string, unknown>[]>;
  close(): void | Promise<void>;
}

/** The bill that the server under test was loaded with. */
export class KnownBill {
  /** What checks compare with the bill. */
  readonly figures = new FigureLog();
  readonly #results = new Map<string, Promise<readonly ExpectedRow[]>>();
  readonly #columns = new Map<string, Promise<readonly string[]>>();

  /** @param about the files, the rows and the period of the bill, in words */
  constructor(
    readonly reader: ChargesReader,
    readonly about = 'a bill',
    /** The terms of contracts that lie beside the costs, in the currency of the bill. */
    readonly contracts: readonly ContractCommitment[] = [],
  ) {}

  /** Returns the figures of a query; each query runs once. */
  expected(query: Query): Promise<readonly ExpectedRow[]> {
    return remember(this.#results, sqlOf(query), () => this.#run(query));
  }

  /** Returns the only row of a query without groups. */
  async total(query: Query): Promise<ExpectedRow> {
    const [row] = await this.expected(query);
    return row as ExpectedRow;
  }

  /** Returns the distinct texts of an expression, which can have several for a row, without missing values. */
  async values(expression: string, where: readonly string[] = []): Promise<readonly string[]> {
    return (await this.column(distinctOf(expression, where))).toSorted();
  }

  /** Returns the first column of a statement, without missing values; each statement runs once. */
  column(sql: string): Promise<readonly string[]> {
    return remember(this.#columns, sql, async () => {
      const rows = await this.reader.all(sql);
      return rows.flatMap((row) => textOf(Object.values(row)[0]) ?? []);
    });
  }

  /** Returns a group that has no rows in the bill. */
  none(query: Query, group: Group): ExpectedRow {
    return new ExpectedRow(this, query, group);
  }

  /** Returns a statement on `charges` as one that reads the user's files. */
  statementOf(sql: string): string {
    return `SET TimeZone = 'UTC';\nWITH charges AS (${this.reader.sourceOf(sql)})\n${sql};`;
  }

  /** Returns a statement on `charges` as a short one on the user's files; null if that does not have the expected values. */
  async shortStatementOf(sql: string, expected: readonly (number | null)[]): Promise<string | null> {
    const short = this.reader.shortOf?.(sql) ?? null;
    if (short === null) return null;
    // Types and words for missing values are guessed by DuckDB, and a column may be absent.
    const [row] = await this.reader.all(short).catch(() => []);
    const found = Object.values(row ?? {}).map(numberOf);
    const isSame = expected.every((value, index) => isNear(found[index] ?? null, value));
    return row && isSame ? `SET TimeZone = 'UTC';\n${short};` : null;
  }

  close(): void | Promise<void> {
    return this.reader.close();
  }

  async #run(query: Query): Promise<readonly ExpectedRow[]> {
    const rows = await this.reader.all(sqlOf(query));
    return rows.map((row) => new ExpectedRow(this, query, row)).sort(byGroup);
  }
}

/** Orders rows, so that two runs report the same; faster than ORDER BY for the few rows of a result. A missing value is last. */
function byGroup({ group }: ExpectedRow, other: ExpectedRow): number {
  for (const [name, value] of Object.entries(group)) {
    const there = other.group[name] ?? null;
    if (value !== there) return value !== null && (there === null || value < there) ? -1 : 1;
  }
  return 0;
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

/** Whether two numbers differ by no more than the binary error of their parts. */
function isNear(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return (one ?? 0) === (other ?? 0);
  return Math.abs(one - other) <= 1e-6 + 1e-9 * Math.abs(other);
}

import { remember } from '../baselines.js';
import { type Group, ofGroup, type Query, sqlOf } from './query.js';

/** A row of a result: its group, its figures, and the number of rows of the bill in it. */
export interface ExpectedRow {
  readonly group: Group;
  /** Null without a row that has the figure. */
  readonly figures: Readonly<Record<string, number | null>>;
  readonly rows: number;
  /** The statement of this row alone, which can be pasted into `duckdb`. */
  readonly sql: string;
}

/** What runs statements on the view `charges`. */
export interface ChargesReader {
  /** Returns a statement that reads what another statement uses of the view from the user's files. */
  sourceOf(statement: string): string;
  all(sql: string): Promise<Record<string, unknown>[]>;
  close(): void | Promise<void>;
}

/** The bill that the server under test was loaded with. */
export class KnownBill {
  readonly #results = new Map<string, Promise<readonly ExpectedRow[]>>();

  constructor(readonly reader: ChargesReader) {}

  /** Returns the figures of a query; each query runs once. */
  expected(query: Query): Promise<readonly ExpectedRow[]> {
    return remember(this.#results, sqlOf(query), () => this.#run(query));
  }

  /** Returns the only row of a query without groups. */
  async total(query: Query): Promise<ExpectedRow> {
    const [row] = await this.expected(query);
    return row as ExpectedRow;
  }

  /** Returns distinct texts, without missing values. */
  async values(expression: string, where: readonly string[] = []): Promise<readonly string[]> {
    const rows = await this.expected({ figures: {}, where, groupBy: { value: expression } });
    return rows.flatMap(({ group }) => group.value ?? []).sort();
  }

  /** Returns the first column of a statement, without missing values. */
  async column(sql: string): Promise<readonly string[]> {
    const rows = await this.reader.all(sql);
    return rows.flatMap((row) => textOf(Object.values(row)[0]) ?? []);
  }

  /** Returns a group that has no rows in the bill. */
  none(query: Query, group: Group): ExpectedRow {
    return { group, figures: {}, rows: 0, sql: this.statement(ofGroup(query, group)) };
  }

  /** Returns a statement that reads the user's files. */
  statement(query: Query): string {
    return this.statementOf(sqlOf(query));
  }

  /** Returns a statement on `charges` as one that reads the user's files. */
  statementOf(sql: string): string {
    return `SET TimeZone = 'UTC';\nWITH charges AS (${this.reader.sourceOf(sql)})\n${sql};`;
  }

  close(): void | Promise<void> {
    return this.reader.close();
  }

  async #run(query: Query): Promise<readonly ExpectedRow[]> {
    const rows = await this.reader.all(sqlOf(query));
    return rows.map((row) => {
      const group = Object.fromEntries(
        Object.keys(query.groupBy ?? {}).map((name) => [name, textOf(row[name])]),
      );
      return {
        group,
        figures: Object.fromEntries(Object.keys(query.figures).map((name) => [name, numberOf(row[name])])),
        rows: Number(row.row_count),
        sql: this.statement(ofGroup(query, group)),
      };
    });
  }
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

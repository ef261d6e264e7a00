import type { OperationId } from '../../../src/generated/operations.js';
import { getOrInsert } from '../../../src/get-or-insert.js';

/** A figure of a response beside its value in the bill. */
export interface BillFigure {
  /** The check that compared it, and its operation. */
  readonly check: string;
  readonly operation: OperationId;
  /** The request whose response has the figure: `GET /api/v1/commitments/esr?period=2026-06`. */
  readonly request: string;
  /** What the figure is, such as `` `cost` of service "Compute" ``. */
  readonly figure: string;
  readonly bill: number;
  /** Null if the response does not have it as a number. */
  readonly server: number | null;
  /** Server less bill, rounded as both; null without a number. */
  readonly difference: number | null;
  /** `other_reading`: it differs from what the contract proposes, but follows another reading of the service. */
  readonly status: 'equal' | 'differs' | 'other_reading';
  /** The number of rows of the bill that it is from. */
  readonly bill_rows: number;
  /** A statement for DuckDB with the value of the bill; null if the figures are equal. */
  readonly sql: string | null;
}

/** What was compared with the bill of `--data`. */
export interface BillReport {
  /** The files, the rows and the period of the bill, in words. */
  readonly about: string;
  readonly compared: number;
  readonly differing: number;
  /** Those that differ, the largest difference first; then others, in the order of the checks. At most `mostFigures`. */
  readonly figures: readonly BillFigure[];
  /** What was not compared, and why. */
  readonly not_compared: readonly NotCompared[];
}

export interface NotCompared {
  readonly check: string;
  readonly operation: OperationId | null;
  readonly reason: string;
}

/** A figure whose statement is not yet written. */
export interface LoggedFigure extends Omit<BillFigure, 'sql'> {
  readonly statement: () => Promise<string>;
}

/** Most figures in a report, and most equal ones that are stored. */
const mostFigures = 2000;
/** Most differences with a short statement, since each is tried on the bill. */
const mostStatements = 20;

/** Collects the figures that checks compare with the bill. */
export class FigureLog {
  readonly #differing = new Map<string, LoggedFigure>();
  readonly #equal = new Map<string, LoggedFigure>();
  #moreEqual = 0;
  readonly #skipped = new Map<string, NotCompared>();

  /** Adds a figure. One that several checks compare counts once, and differs if it does in one of them. */
  add(figure: LoggedFigure): void {
    const name = `${figure.request} ${figure.figure}`;
    if (figure.status === 'differs') {
      this.#equal.delete(name);
      getOrInsert(this.#differing, name, () => figure);
    } else if (!this.#differing.has(name) && !this.#equal.has(name)) {
      if (this.#equal.size < mostFigures) this.#equal.set(name, figure);
      else this.#moreEqual += 1;
    }
  }

  /** Adds a part that could not be compared. */
  skip(part: NotCompared): void {
    getOrInsert(this.#skipped, JSON.stringify(part), () => part);
  }

  /** Returns what was compared. Must be called before the bill is closed. */
  async report(about: string, redact: (text: string) => string): Promise<BillReport> {
    const differing = [...this.#differing.values()].sort((one, other) => sizeOf(other) - sizeOf(one));
    const listed = [...differing, ...this.#equal.values()].slice(0, mostFigures);
    const figures: BillFigure[] = [];
    for (const { statement, ...figure } of listed) {
      const isShown = figure.status !== 'equal' && figures.length < mostStatements;
      const sql = isShown ? redact(await statement()) : null;
      figures.push({ ...figure, figure: redact(figure.figure), request: redact(figure.request), sql });
    }
    return {
      about: redact(about),
      compared: differing.length + this.#equal.size + this.#moreEqual,
      differing: differing.length,
      figures,
      not_compared: [...this.#skipped.values()].map((part) => ({ ...part, reason: redact(part.reason) })),
    };
  }
}

/** A missing figure is as wrong as one that is zero. */
function sizeOf({ bill, difference }: LoggedFigure): number {
  return Math.abs(difference ?? bill);
}

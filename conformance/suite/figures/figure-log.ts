import { getOrInsert } from '../../../src/get-or-insert.js';
import type { BillFigure, BillReport, NotCompared } from '../../engine/judge/bill-report.js';

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

import type { Basis, Deviation } from '../../engine/claim.js';
import { count } from '../../engine/count.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import type { NotCompared } from '../../engine/judge/bill-report.js';
import { Blocked, Finding, NotApplicable, type Violation } from '../../engine/judge/outcome.js';
import { show } from '../../engine/show.js';
import type { LoggedFigure } from './figure-log.js';
import type { ExpectedRow } from './known-bill.js';
import { likelyCause } from './likely-cause.js';

/** A figure of a response and its value in the bill. */
export interface ComparedFigure {
  /** What the figure is, such as `` `cost` of service "Compute" ``. Data of the bill is in double quotes. */
  readonly name: string;
  readonly actual: unknown;
  /** Null if the bill does not determine it; the figure is then not compared. */
  readonly expected: number | null;
  /** Other values that the service's description allows; they only deviate from the proposal. */
  readonly alternatives?: readonly (number | null)[];
  /** The rows of the bill that the expected value is from. */
  readonly from: ExpectedRow;
  /** The figures of those rows that the value is computed from, for the statement; defaults to all. */
  readonly figures?: readonly string[];
  /** How the value is computed from them; the figure itself by default. */
  readonly formula?: string;
  readonly exchange: CompleteExchange;
  readonly basis?: Basis | undefined;
  /** What a difference is instead of the deviation that the check names. */
  readonly deviation?: Deviation | undefined;
  /** How many rounded figures `actual` is the sum of. */
  readonly terms?: number;
  /** How many rounded figures the server may have added up; such a sum only deviates from the proposal. */
  readonly possibleTerms?: number;
  /** How much more it may differ, because the server may compute it from figures that it rounded. */
  readonly slack?: number;
  /** How much more it may differ in another reading of the bill; such a difference only deviates from the proposal. */
  readonly possibleSlack?: number;
  /** Whether the response must have the figure, because the bill determines it; null only deviates from the proposal. */
  readonly isRequired?: boolean;
  /** What is compared: dollars, or a percentage or quantity whose rounding is the server's. */
  readonly unit?: 'money' | 'measure';
}

interface FoundViolation extends Omit<Violation, 'actual' | 'sql'> {
  actual: string;
  sql: string | undefined;
  readonly shortSql?: () => Promise<string>;
  readonly fromRows: number;
  /** Describes the mistake that has the actual figure. */
  readonly explain?: () => Promise<string | null>;
}

/** A difference, and the rows of the bill that show it. By default it is one that two teams could choose. */
interface Difference
  extends Pick<
    FoundViolation,
    'message' | 'expected' | 'actual' | 'basis' | 'deviation' | 'shortSql' | 'explain'
  > {
  readonly from: Pick<ExpectedRow, 'rows' | 'sql'>;
  readonly exchange: CompleteExchange;
}

/** Notes what a check compares and what it cannot compare, without the check. */
export interface ComparisonLog {
  add(figure: Omit<LoggedFigure, 'check' | 'operation'>): void;
  skip(part: Pick<NotCompared, 'reason'>): void;
}

/** Collects the violations of one check, those of the fewest rows first. */
export class Comparison {
  readonly #violations: FoundViolation[] = [];
  #compared = 0;
  /** Why a part could not be compared. */
  #obstacle: Blocked | NotApplicable | undefined;

  /** @param deviation what a difference is, unless the figure names another */
  constructor(
    readonly log?: ComparisonLog,
    readonly deviation?: Deviation,
  ) {}

  /** Compares a part; if it cannot be compared, the others still are. */
  async part(compare: () => Promise<void>): Promise<void> {
    try {
      await compare();
    } catch (error) {
      if (!(error instanceof Blocked || error instanceof NotApplicable)) throw error;
      this.log?.skip({ reason: error.message });
      if (!(this.#obstacle instanceof Blocked)) this.#obstacle = error;
    }
  }

  /** Compares a figure; one that the response does not have, or that is null, is not compared. */
  figure({
    name,
    actual,
    expected,
    alternatives = [],
    from,
    figures,
    formula,
    exchange,
    basis,
    deviation = this.deviation,
    unit = 'money',
    terms = 1,
    possibleTerms = 1,
    slack = 0,
    possibleSlack = 0,
    isRequired = false,
  }: ComparedFigure): void {
    if (expected === null || !Number.isFinite(expected)) return;
    const shown = formula === undefined ? plain(expected) : `${plain(expected)} = ${formula}`;
    const names = figures ?? Object.keys(from.query.figures);
    const note = (status: LoggedFigure['status'], server: number | null) =>
      this.log?.add({
        ...{ figure: name, request: addressOf(exchange), bill: rounded(expected), status, server },
        difference: server === null ? null : rounded(server - expected),
        ...{ bill_rows: from.rows, statement: () => from.shortSqlFor(names) },
      });
    const report = (violation: Omit<Difference, 'expected' | 'from' | 'exchange'>) => {
      const row = { rows: from.rows, sql: from.sqlFor(names) };
      this.violation({ ...violation, expected: shown, from: row, exchange });
    };
    if (typeof actual !== 'number') {
      if (from.rows === 0 || (!isRequired && (actual ?? null) === null)) return;
      note('differs', null);
      report({ message: lacking(name, actual), actual: show(actual) });
      return;
    }
    const isNear = (value: number | null, factor = 1) =>
      value !== null && isEqual(actual / factor, value, { unit, terms, slack });
    if (isNear(expected)) {
      note('equal', actual);
      this.passed();
      return;
    }
    const isOtherReading =
      alternatives.some((value) => isNear(value)) ||
      isEqual(actual, expected, { unit, terms: possibleTerms, slack: slack + possibleSlack }) ||
      (deviation === 'contradiction' &&
        isEqual(actual, expected, roundingOfRows({ unit, slack, possibleSlack }, from.rows)));
    note(isOtherReading ? 'other_reading' : 'differs', actual);
    const [summed, ...others] = names;
    const isSum = formula === undefined && summed !== undefined && others.length === 0;
    report({
      message: `${name} differs from the bill.`,
      actual: `${plain(actual)} (difference ${signed(actual - expected)})`,
      shortSql: () => from.shortSqlFor(names),
      ...(isOtherReading ? {} : { basis, deviation }),
      ...(isSum ? { explain: () => likelyCause(from, summed, isNear) } : {}),
    });
  }

  /** Reports a difference. */
  violation({ from: { rows, sql }, expected, exchange, ...violation }: Difference): void {
    this.#compared += 1;
    this.#violations.push({
      ...{ deviation: 'preference', basis: 'proposed', ...violation, exchange, compared: [exchange] },
      ...{ expected: `${expected} (${count(rows, 'bill row')})`, sql, fromRows: rows },
    });
  }

  /** Records that something was compared and equal. */
  passed(): void {
    this.#compared += 1;
  }

  /** Adds the likely cause of the violation that is shown first, and shortens its statement. */
  async explain(): Promise<void> {
    const sorted = this.#sorted();
    const shown = sorted.find(({ basis }) => basis !== 'proposed') ?? sorted[0];
    if (!shown) return;
    const cause = await shown.explain?.();
    if (cause) shown.actual = `${shown.actual}: ${cause}`;
    shown.sql = (await shown.shortSql?.()) ?? shown.sql;
  }

  /** @throws {Finding | Blocked | NotApplicable} if a figure differs, or nothing was compared */
  conclude(): void {
    const [first, ...rest] = this.#sorted().map(
      ({ fromRows: _, explain: __, shortSql: ___, ...violation }) => violation,
    );
    if (first) throw new Finding([first, ...rest]);
    if (this.#obstacle instanceof Blocked) throw this.#obstacle;
    if (this.#compared > 0) return;
    throw this.#obstacle ?? new NotApplicable('the responses have no figure that the bill determines');
  }

  #sorted(): FoundViolation[] {
    return this.#violations.sort((a, b) => a.fromRows - b.fromRows);
  }
}

/** Returns the message for a figure that the response does not have as a number. */
function lacking(name: string, actual: unknown): string {
  return actual === null ? `${name} is null, although the bill determines it.` : `${name} is not a number.`;
}

/** How two figures may differ. */
type Rounding = Required<Pick<ComparedFigure, 'unit' | 'terms' | 'slack'>>;

/**
 * Equal within half a cent and a billionth of the amount; other figures within half of their last decimal, and a little
 * more, since a server can round twice. The difference of fractions that are not rounded is the binary error of each.
 */
function isEqual(actual: number, expected: number, { unit, terms, slack }: Rounding): boolean {
  const [step, more] = unit === 'measure' ? [lastDecimalOf(actual), 0.1] : [0.01, 1e-6];
  const rounding = ((terms * step) / 2) * (1 + more) + slack;
  return Math.abs(actual - expected) <= rounding + 1e-9 * Math.max(1, Math.abs(expected));
}

/** How much a server can differ that rounds each row of the bill to hundredths before it adds them up. */
function roundingOfRows(
  { unit, slack, possibleSlack }: Required<Pick<ComparedFigure, 'unit' | 'slack' | 'possibleSlack'>>,
  rows: number,
): Rounding {
  // Half a cent of each row and of the sum; what rounding does to a percentage is in its slack.
  const [terms, more] = unit === 'measure' ? [1, (rows + 1) * (slack || 0.005)] : [rows + 1, slack];
  return { unit, terms, slack: more + possibleSlack };
}

/** Returns the value of the last decimal that a number has: 1 for `46`, 0.1 for `46.4`, and 1e-7 for `1e-7`. */
function lastDecimalOf(value: number): number {
  const [, decimals = '', exponent = '0'] = /(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(value)) ?? [];
  return 10 ** -(decimals.length + Number(exponent));
}

/** Adds up amounts of a response; if one is not a number, returns the first of these. */
export function added(amounts: readonly unknown[]): unknown {
  const isSum = amounts.every((amount) => typeof amount === 'number');
  return isSum
    ? amounts.reduce((sum, amount) => sum + amount, 0)
    : amounts.find((amount) => typeof amount !== 'number');
}

const rounded = (value: number) => Number(value.toFixed(8));

/** Formats a number with at most eight decimals. */
export const plain = (value: number): string => show(rounded(value));

function addressOf({ request: { method, url } }: CompleteExchange): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}

function signed(difference: number): string {
  const text = plain(difference);
  return difference > 0 ? `+${text}` : text;
}

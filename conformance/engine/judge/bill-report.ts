import type { OperationId, Register } from '../operation.js';

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

/** Known data that the figures of a server are compared with, such as a bill. */
export type Reference = Register extends { reference: infer Own } ? Own : AnyReference;

interface AnyReference {
  /** What it is, in words. */
  readonly about: string;
  readonly figures: {
    skip(part: NotCompared): void;
    report(about: string, redact: (text: string) => string): Promise<BillReport>;
  };
  close(): Promise<void>;
}

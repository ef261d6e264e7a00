import type { BillRow } from '../../support/bill/bill-rows.js';
import type { Where } from '../changes.js';
import type { Change } from '../faulty-server.js';

/** Replaces a row of the bill before the server reads it; null or an empty list drops it. */
export type RowChange = (row: BillRow) => BillRow | readonly BillRow[] | null;

/** How a server differs from the correct one. */
export interface Wrong {
  /** Changes what the server computes from. */
  readonly rows?: RowChange;
  /** The requests that are served from the changed rows; defaults to all. */
  readonly when?: Where;
  /** Changes requests or responses. */
  readonly change?: Change;
}

/** One way of computing figures wrongly. */
export interface BillFault extends Wrong {
  /** The fault, as one sentence or noun phrase. */
  readonly name: string;
  /** The check that must report it; others may too. */
  readonly caughtBy: string;
  /** Whether the check must fail in the standard profile, although it is only proposed. */
  readonly fails?: true;
}

type Cause = Wrong & Pick<BillFault, 'fails'>;

const causeOf = (one: Change | Cause): Cause => (typeof one === 'function' ? { change: one } : one);

/** Computes all responses from changed rows. */
export const computes = (rows: RowChange): Cause => ({ rows });

/** Computes the responses to some requests from changed rows. */
export const computesFor = (when: Where, rows: RowChange): Cause => ({ rows, when });

/** The check must fail in the standard profile. */
export const fails = (one: Change | Cause): Cause => ({ ...causeOf(one), fails: true });

/** Lists ways of computing figures wrongly by the check that must report them. */
export const billFaults = (
  checks: Readonly<Record<string, Readonly<Record<string, Change | Cause>>>>,
): BillFault[] =>
  Object.entries(checks).flatMap(([caughtBy, faults]) =>
    Object.entries(faults).map(([name, one]) => ({ name, caughtBy, ...causeOf(one) })),
  );

import type { OperationId } from '../../../../src/generated/operations.js';
import type { ActiveCheck } from '../../../engine/check.js';
import type { Basis, Claim } from '../../../engine/claim.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { nearMoney, round } from '../../expect/near.js';
import { isPreference } from '../../rules/explain.js';

/** A figure of one response and its counterpart from another read. */
export interface Pair {
  /** The field, as Markdown. */
  readonly name: string;
  readonly here: unknown;
  readonly there: unknown;
  /** The number of figures that were summed, each of which may be rounded. */
  readonly terms?: number;
  /** Allowed difference; a cent for each figure by default. */
  readonly within?: number;
  readonly exchange: CompleteExchange;
}

/**
 * Returns a check that two reads agree. Its cost is 0 unless it sends requests that no other check sends.
 *
 * @param reference what the figures are compared with, for the violation
 */
export function sameFigure(
  operation: OperationId,
  {
    reference,
    pairs,
    comparesNull = false,
    cost = 0,
    anyKey = false,
    ...claim
  }: Omit<Claim, 'level' | 'basis'> & {
    readonly basis?: Basis;
    readonly reference: string;
    /** Whether a figure in one read and null in the other is a violation. */
    readonly comparesNull?: boolean;
    readonly cost?: number;
    readonly anyKey?: boolean;
    readonly pairs: (probe: Probe) => Promise<readonly Pair[]>;
  },
): ActiveCheck {
  return {
    kind: 'active',
    level: 'SHOULD',
    basis: 'derived',
    ...claim,
    operations: [operation],
    requests: cost,
    anyKey,
    async run(probe) {
      const isComparable = (figure: unknown) => Number.isFinite(figure) || (comparesNull && figure === null);
      const comparable = (await pairs(probe)).filter(
        ({ here, there }) => isComparable(here) && isComparable(there) && (here !== null || there !== null),
      );
      if (comparable.length === 0) throw new NotApplicable('the reads have no figure in common');
      await eachCase(comparable, ({ name, here, there, terms = 1, within = 0, exchange }) => {
        if (areNear(here, there, terms, within)) return;
        fail({
          message: `${name} differs from ${reference}.`,
          expected: shown(there),
          actual: shown(here),
          exchange,
          deviation: isPreference(name, here, there) ? 'preference' : undefined,
        });
      });
    },
  };
}

function areNear(here: unknown, there: unknown, terms: number, within: number): boolean {
  if (typeof here !== 'number' || typeof there !== 'number') return here === there;
  return Math.abs(here - there) <= within || nearMoney(here, there, terms + 1);
}

const shown = (figure: unknown) => (typeof figure === 'number' ? round(figure) : String(figure));

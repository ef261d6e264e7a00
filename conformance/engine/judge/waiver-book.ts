import type { OperationId } from '../operation.js';
import { isVerdict, type Result } from './result.js';

/** A known failure that is accepted until a date. */
export interface Waiver {
  readonly check: string;
  /** Null is the API as a whole. */
  readonly operations: readonly (OperationId | null)[];
  /** The fingerprint of the failure, as printed in reports. */
  readonly fingerprint: string;
  readonly reason: string;
  /** The last day on which it applies, as YYYY-MM-DD (UTC). */
  readonly expires: string;
  /** Its location, such as `waivers.yaml:7`. */
  readonly where?: string;
}

/** A waiver without a match although its check ran. */
export interface StaleWaiver {
  readonly check: string;
  readonly operation: OperationId | null;
  readonly fingerprint: string;
  readonly reason: string;
  readonly expires: string;
  readonly where: string | null;
}

/** Denotes the API as a whole in a waiver file. */
export const wholeApi = 'api';

/** The waivers of a run. */
export class WaiverBook {
  readonly #today: string;
  readonly #used = new Set<string>();

  constructor(
    readonly waivers: readonly Waiver[],
    now: Date,
  ) {
    this.#today = now.toISOString().slice(0, 10);
  }

  find(
    check: string,
    operation: OperationId | null,
    fingerprint: string,
  ): { waiver: Waiver; expired: boolean } | undefined {
    const matching = this.waivers.filter(
      (one) => one.check === check && one.fingerprint === fingerprint && one.operations.includes(operation),
    );
    for (const one of matching) this.#used.add(nameOf(one, operation));
    // Of two waivers for the same failure, the one that expires later applies.
    const [waiver] = matching.sort((a, b) => b.expires.localeCompare(a.expires));
    return waiver && { waiver, expired: waiver.expires < this.#today };
  }

  /** Returns the waivers without a match whose check has a verdict. */
  stale(results: readonly Result[]): StaleWaiver[] {
    const given = new Set(results.filter(isVerdict).map(({ id, operation }) => `${id} ${operation}`));
    return this.waivers.flatMap((one) =>
      one.operations
        .filter(
          (operation) => given.has(`${one.check} ${operation}`) && !this.#used.has(nameOf(one, operation)),
        )
        .map((operation) => ({
          check: one.check,
          operation,
          fingerprint: one.fingerprint,
          reason: one.reason,
          expires: one.expires,
          where: one.where ?? null,
        })),
    );
  }
}

function nameOf({ check, fingerprint }: Waiver, operation: OperationId | null): string {
  return `${check} ${operation} ${fingerprint}`;
}

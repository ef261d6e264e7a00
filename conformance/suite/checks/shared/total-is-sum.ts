import type { OperationId } from '../../../../src/generated/operations.js';
import type { PassiveCheck } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import { count } from '../../../engine/count.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { forEachRow, type Selector } from './for-each-row.js';

/** A total and its parts. */
interface Sum {
  /** The field of the total. */
  readonly name: string;
  /** What the total is, for the violation: ``the sum of `lines[].savings_usd` ``. */
  readonly definition: string;
  readonly total: unknown;
  readonly parts: readonly unknown[];
  /** Allowed difference; a cent for each value by default. */
  readonly within?: number;
}

/** Returns a check that totals equal the sum of their parts. Skips a sum that contains a non-number. */
export function totalIsSum(
  operation: OperationId,
  { sums, ...claim }: Claim & { readonly sums: Selector<Sum> },
): PassiveCheck {
  return forEachRow(operation, {
    ...claim,
    each: (data, exchange) =>
      sums(data, exchange).filter(
        ({ total, parts }) => Number.isFinite(total) && parts.every((part) => Number.isFinite(part)),
      ),
    judge: ({ name, definition, total, parts, within = 0 }) => {
      const expected = sum(parts as readonly number[]);
      return (
        Math.abs((total as number) - expected) <= within ||
        nearMoney(total as number, expected, parts.length + 1) || {
          message: `\`${name}\` is not ${definition}.`,
          expected: `${round(expected)} (${count(parts.length, 'value')})`,
          actual: `${name} ${total}`,
        }
      );
    },
  });
}

/**
 * Returns the parts of a total that leaves out what is null, and its definition. If all of them are null, the total is
 * unknown.
 *
 * @param name of the parts: `rows[].fee_monthly_net`
 */
export function knownParts(name: string, all: readonly unknown[]): Pick<Sum, 'definition' | 'parts'> {
  const parts = all.filter((part) => part !== null);
  const isPartial = parts.length < all.length;
  return {
    definition: `the sum of \`${name}\`${isPartial ? ', without those that are null' : ''}`,
    parts: isPartial && parts.length === 0 ? [undefined] : parts,
  };
}

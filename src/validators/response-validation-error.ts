import type { OperationId } from '../generated/operations.js';

/** One place of a response that the contract does not allow. */
export interface ResponseViolation {
  /** Where it is in the body, envelope included, as a JSON pointer: `/data/items/0/kind`. */
  readonly pointer: string;
  /** What the contract requires there: `must be number or null`. */
  readonly expected: string;
}

/** A successful response whose body violates the contract. */
export class ResponseValidationError extends Error {
  override readonly name = 'ResponseValidationError';
  /** Where the first violation is, as a JSON pointer into the body. */
  readonly pointer: string;
  /** What the contract requires there. */
  readonly expected: string;

  constructor(
    /** The operation, by its `operationId`. */
    readonly operation: OperationId,
    readonly status: number,
    /** Everything that is wrong with the response, at least one. */
    readonly violations: readonly [ResponseViolation, ...ResponseViolation[]],
  ) {
    const [{ pointer, expected }, ...more] = violations;
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    super(
      `The response ${status} of ${operation} violates the contract: ${pointer || 'the body'} ${expected}${others}.`,
    );
    this.pointer = pointer;
    this.expected = expected;
  }
}

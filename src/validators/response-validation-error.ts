import type { OperationId } from '../generated/operations.js';

/** One violation of the contract in a response body. */
export interface ResponseViolation {
  /** The location in the body, including the envelope, as a JSON pointer such as `/data/items/0/kind`. */
  readonly pointer: string;
  /** What the contract requires, such as `must be number or null`. */
  readonly expected: string;
}

/** A successful response whose body violates the contract. */
export class ResponseValidationError extends Error {
  override readonly name = 'ResponseValidationError';
  /** The location of the first violation, as a JSON pointer into the body. */
  readonly pointer: string;
  /** What the contract requires at the first violation. */
  readonly expected: string;

  constructor(
    /** The `operationId` of the operation. */
    readonly operation: OperationId,
    readonly status: number,
    /** All violations of the response, at least one. */
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

  /** Returns the properties for a log. */
  toJSON(): Record<string, unknown> {
    const { name, message, ...properties } = this;
    return { name, message, ...properties };
  }
}

import type { OperationId } from '../generated/operations.js';

/** One place of an answer that is not as the contract says. */
export interface AnswerFault {
  /** Where it is in the body, envelope included, as a JSON pointer: `/data/items/0/kind`. */
  readonly pointer: string;
  /** What the contract says of it: `must be number or null`. */
  readonly expected: string;
}

/** A successful answer whose body the contract does not allow. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';
  /** Where the first fault is, as a JSON pointer into the body. */
  readonly pointer: string;
  /** What the contract says of that place. */
  readonly expected: string;

  constructor(
    /** The operation that answered, by the name the contract gives it. */
    readonly operation: OperationId,
    readonly status: number,
    /** Everything that is wrong with it, at least one. */
    readonly faults: readonly [AnswerFault, ...AnswerFault[]],
  ) {
    const [{ pointer, expected }, ...more] = faults;
    const others = more.length > 0 ? ` (and ${more.length} more)` : '';
    super(
      `The answer ${status} of ${operation} breaks the contract: ${pointer || 'the body'} ${expected}${others}.`,
    );
    this.pointer = pointer;
    this.expected = expected;
  }
}

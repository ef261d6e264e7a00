import { tmpdir } from 'node:os';
import { FocusError } from '../focus-error.js';

export const tooLargeSum =
  'Amounts add up to more than 20 digits before the decimal point. Check that the columns of costs and quantities contain amounts.';

/** Describes an error of DuckDB about a limit: of memory, of the disk or of numbers. Null for another error. */
export function limitProblem({ message }: Error): FocusError | null {
  if (/^Out of Range Error: Overflow in .* addition/.test(message)) return new FocusError(tooLargeSum);
  if (/No space left on device|failed to offload data/.test(message)) {
    return new FocusError(
      `No space is left for temporary files in ${tmpdir()}. Set TMPDIR to a directory with more space.`,
    );
  }
  if (!message.startsWith('Out of Memory Error')) return null;
  return new FocusError(
    "Reading the bill needs more memory than there is. Aggregate the bill first, with 'npx cloud-cost-contract data sql'.",
  );
}

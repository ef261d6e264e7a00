import { tmpdir } from 'node:os';
import { FocusError } from '../focus-error.js';

/** Describes an error of DuckDB that is not about the data, but about memory or disk; null for another one. */
export function resourceProblem({ message }: Error): FocusError | null {
  if (/No space left on device|failed to offload data/.test(message)) {
    return new FocusError(
      `No space is left for temporary files in ${tmpdir()}. Set TMPDIR to a directory with more space.`,
    );
  }
  if (!message.startsWith('Out of Memory Error')) return null;
  return new FocusError(
    "Reading the bill needs more memory than there is. Aggregate the bill first, with 'cost-contract data sql'.",
  );
}

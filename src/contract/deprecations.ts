import type { OperationId } from '../generated/operations.js';

/** The deprecation notice of an operation. */
export interface DeprecationNotice {
  /** The date of the deprecation as a Unix timestamp in seconds. */
  readonly since: number;
  /** The path to use instead. */
  readonly successor: string;
}

/** The deprecated operations of the contract. */
export const deprecations: Readonly<Partial<Record<OperationId, DeprecationNotice>>> = {
  listCommitmentCoverage: {
    since: Date.UTC(2026, 0, 1) / 1000,
    successor: '/api/v1/commitments/coverage-rates',
  },
};

/** Returns the notice as headers: `Deprecation` (RFC 9745) and a `Link` to the successor. */
export function deprecationHeaders({ since, successor }: DeprecationNotice): Record<string, string> {
  return { Deprecation: `@${since}`, Link: `<${successor}>; rel="successor-version"` };
}

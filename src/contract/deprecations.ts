import type { OperationId } from '../generated/operations.js';

/** The deprecation notice of an operation. */
export interface DeprecationNotice {
  /** Since when, in Unix seconds. */
  readonly since: number;
  /** Path to use instead. */
  readonly successor: string;
}

/** Every deprecated operation of the contract. */
export const deprecations: Readonly<Partial<Record<OperationId, DeprecationNotice>>> = {
  listCommitmentCoverage: {
    since: Date.UTC(2026, 0, 1) / 1000,
    successor: '/api/v1/commitments/coverage-rates',
  },
};

/** The notice as headers: `Deprecation` of RFC 9745, and a `Link` to the successor. */
export function deprecationHeaders({ since, successor }: DeprecationNotice): Record<string, string> {
  return { Deprecation: `@${since}`, Link: `<${successor}>; rel="successor-version"` };
}

/** A row of the data set Contract Commitment: one term of a contract. */
export interface ContractCommitment {
  readonly id: string;
  readonly category: 'Spend' | 'Usage';
  /** The decimal number of what was agreed for the whole period; null if it is a quantity. */
  readonly cost: string | null;
  readonly currency: string | null;
  /** Milliseconds since 1970; the end is not part of the period. */
  readonly start: number;
  readonly end: number;
  /** Who sells it; null up to 1.3. */
  readonly vendor: string | null;
  /** The span within which it must be fulfilled, such as `Monthly`; null up to 1.3. */
  readonly interval: string | null;
  /** Such as `Active`; null up to 1.3. */
  readonly status: string | null;
}

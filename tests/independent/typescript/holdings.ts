import { otherCommitments, ownCommitments } from './data.js';
import { httpError, type PagingOptions } from './http.js';

/** The size of the dataset, and what the description leaves open. */
export interface HoldingOptions {
  readonly secondProvider?: boolean;
  /** The `total_pages` of an empty list, which the description does not specify. */
  readonly emptyListPages?: 0 | 1;
  /** Whether a larger `page_size` than 50 counts as 50, instead of being refused. */
  readonly clampsPageSize?: boolean;
  /** Whether each caller may delete the endpoints of all. */
  readonly sharesEndpoints?: boolean;
  /** The number of copies of each commitment, each with its own ID. */
  readonly copies?: number;
}

/** The providers and commitments of the server. */
export class Holdings {
  /** How lists are divided into pages. */
  readonly paging: PagingOptions;
  readonly providers: readonly { provider_name: string; provider_id: string; since: number }[];
  readonly commitments: typeof ownCommitments;

  constructor({
    secondProvider = false,
    copies = 1,
    emptyListPages = 1,
    clampsPageSize = false,
  }: HoldingOptions) {
    const others = secondProvider ? otherCommitments : [];
    this.paging = { emptyListPages, clampsPageSize };
    this.providers = [
      { provider_name: 'Only Cloud', provider_id: 'provider_a', since: 2019 },
      ...(secondProvider ? [{ provider_name: 'Other Cloud', provider_id: 'provider_b', since: 2024 }] : []),
    ];
    this.commitments = [...ownCommitments, ...others].flatMap((commitment) =>
      Array.from({ length: copies }, (_, copy) =>
        copy === 0 ? commitment : { ...commitment, id: `${commitment.id}.${copy}` },
      ),
    );
  }

  commitment(id: string | undefined) {
    const found = this.commitments.find((commitment) => commitment.id === id);
    if (!found) throw httpError(404, 'NOT_FOUND', 'Commitment not found');
    return found;
  }

  provider(id: string | undefined): string {
    const found = this.providers.find(({ provider_id }) => provider_id === id);
    if (!found) throw httpError(404, 'NOT_FOUND', 'Provider not found');
    return found.provider_id;
  }
}

import { otherCommitments, ownCommitments } from './data.js';
import { httpError } from './http.js';

/** The size of the dataset. */
export interface HoldingOptions {
  readonly secondProvider?: boolean;
  /** The `total_pages` of an empty list, which the description does not specify. */
  readonly emptyListPages?: 0 | 1;
  /** The number of copies of each commitment, each with its own ID. */
  readonly copies?: number;
}

/** The providers and commitments of the server. */
export class Holdings {
  readonly emptyListPages: number;
  readonly providers: readonly { provider_name: string; provider_id: string; since: number }[];
  readonly commitments: typeof ownCommitments;

  constructor({ secondProvider = false, emptyListPages = 1, copies = 1 }: HoldingOptions) {
    const others = secondProvider ? otherCommitments : [];
    this.emptyListPages = emptyListPages;
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

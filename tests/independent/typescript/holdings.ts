import { otherCommitments, ownCommitments } from './data.js';
import { refusal } from './http.js';

/** How much the server holds. */
export interface HoldingOptions {
  readonly secondProvider?: boolean;
  /** How many pages an empty list has: the description does not say. */
  readonly pagesOfNothing?: 0 | 1;
  /** How many it holds of each commitment, each with an id of its own. */
  readonly copies?: number;
}

/** The providers and commitments of the server. */
export class Holdings {
  readonly pagesOfNothing: number;
  readonly providers: readonly { provider_name: string; provider_id: string; since: number }[];
  readonly commitments: typeof ownCommitments;

  constructor({ secondProvider = false, pagesOfNothing = 1, copies = 1 }: HoldingOptions) {
    const others = secondProvider ? otherCommitments : [];
    this.pagesOfNothing = pagesOfNothing;
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
    if (!found) throw refusal(404, 'NOT_FOUND', 'No such commitment');
    return found;
  }

  provider(id: string | undefined): string {
    const found = this.providers.find(({ provider_id }) => provider_id === id);
    if (!found) throw refusal(404, 'NOT_FOUND', 'No such provider');
    return found.provider_id;
  }
}

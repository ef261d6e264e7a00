import type { Context } from '../context.js';
import type { HeldCommitment } from '../seed-data/types.js';

/** The display name of a commitment's service. */
export function serviceLabelOf({ ledger }: Context, { provider, service }: HeldCommitment): string {
  return ledger.serviceOf(provider, service)?.label ?? service;
}

/** The name of the account that holds it, else the id. */
export function accountNameOf({ ledger }: Context, { provider, holder }: HeldCommitment): string {
  return ledger.accountOf(provider, holder)?.name ?? holder;
}

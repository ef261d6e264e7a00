import type { Context } from '../context.js';
import type { Commitment } from '../seed-data/types.js';

/** The display name of a commitment's service. */
export function serviceLabelOf({ ledger }: Context, { service }: Commitment): string {
  return ledger.services.get(service)?.label ?? service;
}

/** The name of the account that holds it. */
export function accountNameOf({ ledger }: Context, { holder }: Commitment): string {
  return ledger.accounts.get(holder)?.name ?? holder;
}

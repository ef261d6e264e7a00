import type { Context } from '../context.js';
import type { Commitment } from '../seed-data/types.js';

/** What people call the service of a commitment. */
export function serviceLabelOf({ ledger }: Context, { service }: Commitment): string {
  return ledger.services.get(service)?.label ?? service;
}

/** What people call the account that holds it. */
export function accountNameOf({ ledger }: Context, { holder }: Commitment): string {
  return ledger.accounts.get(holder)?.name ?? holder;
}

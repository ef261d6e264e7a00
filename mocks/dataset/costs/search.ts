import type { Context } from '../context.js';
import type { Charge } from '../ledger/charges.js';
import type { ChargeFilter } from './filter.js';

/** Matches charges with a text in one of their fields, case-insensitively; all charges if no text is given. */
export function searchOf(context: Context, text: string | undefined): ChargeFilter {
  if (text === undefined) return () => true;
  const needle = text.toLowerCase();
  return (charge) => fieldsOf(context, charge).some((field) => field.toLowerCase().includes(needle));
}

function fieldsOf({ ledger }: Context, charge: Charge): readonly string[] {
  const { service, account, region, usageType, tags } = charge;
  const name = account === null ? null : (ledger.accountOf(charge.provider, account)?.name ?? null);
  const fields = [service, account, name, region, usageType].filter((field) => field !== null);
  return [...fields, ...Object.keys(tags), ...Object.values(tags)];
}

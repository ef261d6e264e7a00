import type { Charge } from '../ledger/charges.js';
import type { Ledger } from '../ledger/index.js';
import type { TagSubject } from './assign-value.js';
import type { Share } from './shares.js';

/** A part of a charge, with its values under virtual keys. */
export interface WeightedSubject {
  readonly subject: TagSubject;
  readonly weight: number;
}

const none: ReadonlyMap<string, string | null> = new Map();

/** Returns what rules can compare of a charge, without virtual keys. */
export function subjectOf(ledger: Ledger, charge: Charge): TagSubject {
  const { account: id, region, usageType, provider } = charge;
  const service = charge.service === null ? undefined : ledger.serviceOf(provider, charge.service);
  const [category = '', subcategory = ''] = usageType?.split(':') ?? [];
  const account = id === null ? [] : [id, ledger.accountOf(provider, id)?.name ?? id];
  const payer = ledger.seedData.accounts.find((one) => one.provider === provider);
  return {
    provider,
    tags: charge.tags,
    virtual: none,
    dimensions: {
      account,
      billing_account: payer === undefined ? account : [payer.id, payer.name],
      region: region === null ? [] : [region],
      service: charge.service === null ? [] : [charge.service, service?.label ?? charge.service],
      category: [category],
      subcategory: [subcategory],
      usage_unit: charge.cell === null || service === undefined ? [] : [service.usageUnit],
      resource: charge.cell?.resource ? [charge.cell.resource] : [],
      charge_type: [charge.chargeType],
      marketplace: [String(service?.marketplace === true)],
    },
  };
}

/**
 * Returns a subject with each combination of its values under virtual keys.
 *
 * @param shares of its values, by key
 */
export function combinationsOf(
  subject: TagSubject,
  keys: readonly string[],
  shares: readonly (readonly Share[])[],
): readonly WeightedSubject[] {
  let combinations = [{ virtual: none, weight: 1 }];
  for (const [i, id] of keys.entries()) {
    combinations = combinations.flatMap(({ virtual, weight }) =>
      (shares[i] as readonly Share[]).map((share) => ({
        virtual: new Map([...virtual, [id, share.value]]),
        weight: weight * share.weight,
      })),
    );
  }
  return combinations.map(({ virtual, weight }) => ({ subject: { ...subject, virtual }, weight }));
}

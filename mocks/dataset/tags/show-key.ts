import { firstDayOf, isoDate, monthOf } from '../calendar.js';
import { type Context, lastActualDay, nowOf, type Range } from '../context.js';
import { compareAmounts, usd } from '../money.js';
import type { TagKey } from '../state.js';
import { jobAt, showJob } from './job.js';
import { referencesOf } from './references.js';
import type { TagKeyRules } from './rules.js';
import type { TagShares } from './tag-shares.js';
import { taggedSpendOf } from './tagged-spend.js';

/** A virtual tag key as responses show it, with the spend of each value in the current month. */
export function showKey(context: Context, shares: TagShares, key: TagKey) {
  const { seed, rules, rulesVersion, job } = key;
  const window = windowOf(context);
  const spend = taggedSpendOf(context, shares, key, window);
  const now = nowOf(context);
  return {
    id: seed.id,
    name: rules.name,
    description: rules.description,
    origin: 'virtual',
    providers: seed.providers,
    status: job === null ? 'active' : statuses[jobAt(job, now).status],
    shares_provider_key: sharesProviderKey(context, key),
    can_override: rules.canOverride,
    effective_from: rules.effectiveFrom,
    rules_version: rulesVersion,
    collapsed_keys: rules.collapsedKeys.map((one, position) => ({ ...one, position })),
    configs: rules.configs.map((one, position) => ({ id: `cfg-${position + 1}`, position, ...one })),
    values: [...spend.values]
      .sort(([a, x], [b, y]) => compareAmounts(y.spend, x.spend) || (a < b ? -1 : 1))
      .map(([name, value]) => ({
        id: `val-${slugOf(name)}`,
        name,
        spend: usd(value.spend),
        resource_count: value.resources,
      })),
    total_spend: usd(spend.total),
    unallocated_spend: usd(spend.unallocated),
    resource_count: spend.resources,
    dependents: dependentsOf(context, shares, key),
    job: job === null ? null : showJob(job, now),
    window: { start: isoDate(window.first), end: isoDate(window.last) },
  };
}

const statuses = {
  queued: 'reprocessing',
  running: 'reprocessing',
  succeeded: 'active',
  failed: 'error',
  superseded: 'active',
} as const;

/** The month to date of the last day with actual costs. */
function windowOf(context: Context): Range {
  const last = lastActualDay(context);
  return { first: firstDayOf(monthOf(last)), last };
}

/** Whether costs have a provider's tag of the same name, case-insensitively. */
function sharesProviderKey({ ledger }: Context, { seed, rules }: TagKey): boolean {
  const name = rules.name.toLowerCase();
  return ledger.seedData.cells.some(
    ({ provider, tags }) =>
      seed.providers.includes(provider) && Object.keys(tags).some((key) => key.toLowerCase() === name),
  );
}

/** Other keys whose rules refer to this one. */
function dependentsOf({ state }: Context, shares: TagShares, key: TagKey) {
  const refersToKey = (rules: TagKeyRules) =>
    referencesOf(rules).some((name) => shares.find(name)?.seed.id === key.seed.id);
  return [...state.tagKeys.values()]
    .filter((other) => other.seed.id !== key.seed.id && refersToKey(other.rules))
    .map(({ seed, rules }) => ({ id: seed.id, name: rules.name }));
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

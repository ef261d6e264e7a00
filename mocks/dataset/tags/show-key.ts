import { getOrInsert } from '../../../src/get-or-insert.js';
import { firstDayOf, isoDate, monthOf, type Range } from '../calendar.js';
import { type Context, lastActualDay, nowOf } from '../context.js';
import { amountOf, clip, columnOf, occursIn, partOf } from '../ledger/spans.js';
import { compareAmounts, type Micros, usd } from '../money.js';
import type { TagKey } from '../state.js';
import { portionsOf } from './allocation.js';
import { jobAt, showJob } from './job.js';
import { findKey, referencesOf } from './references.js';
import type { TagKeyRules } from './rules.js';
import { unallocated } from './shares.js';

/** A virtual tag key as responses show it, with the spend of each value in the current month. */
export function showKey(context: Context, key: TagKey) {
  const { seed, rules, rulesVersion, job } = key;
  // The month to date of the last day with actual costs.
  const last = lastActualDay(context);
  const window = { first: firstDayOf(monthOf(last)), last };
  const spend = taggedSpendOf(context, key, window);
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
      .map(([name, { spend, resources }]) => {
        return { id: `val-${slugOf(name)}`, name, spend: usd(spend), resource_count: resources };
      }),
    total_spend: usd(spend.total),
    unallocated_spend: usd(spend.unallocated),
    resource_count: spend.resources,
    dependents: dependentsOf(context, key),
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

/** The spend of a key's providers in a range, by value, as the cost operations do by default: unblended, after credits. */
function taggedSpendOf(context: Context, key: TagKey, range: Range) {
  const column = columnOf('unblended', 'after');
  const spend = new Map<string, Micros>();
  const resources = new Map<string, Map<string, number>>();
  let total = 0;
  for (const provider of key.seed.providers) {
    const bill = context.ledger.billOf(provider);
    const spans = bill.spans(range.first, range.last);
    bill.charges.forEach((_, c) => {
      total += amountOf(spans, column, c);
    });
    for (const { charge, from, to, low, high, value } of portionsOf(context, key, provider)) {
      const within = clip(spans, from, to);
      if (!occursIn(within, column, charge)) continue;
      spend.set(value, (spend.get(value) ?? 0) + partOf(within, column, charge, low, high));
      const cell = bill.charges[charge]?.cell;
      if (cell) getOrInsert(resources, value, () => new Map()).set(cell.id, cell.resources);
    }
  }
  const count = (of: Iterable<readonly [string, number]>) =>
    [...new Map(of)].reduce((sum, [, n]) => sum + n, 0);
  return {
    values: new Map(
      [...spend]
        .filter(([value]) => value !== unallocated)
        .map(([value, sum]) => [value, { spend: sum, resources: count(resources.get(value) ?? []) }]),
    ),
    unallocated: spend.get(unallocated) ?? 0,
    total,
    resources: count([...resources.values()].flatMap((cells) => [...cells])),
  };
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
function dependentsOf({ state }: Context, key: TagKey) {
  const refersToKey = (rules: TagKeyRules) =>
    referencesOf(rules).some((name) => findKey(state.tagKeys, name)?.seed.id === key.seed.id);
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

import { maxTagComparisons } from '../../limits.js';
import type { OperationHandler } from '../../types.js';
import { firstDayOf, type Instant, isoMonth, type Month, monthOf, parseMonth } from '../calendar.js';
import { type Context, nowOf, todayOf } from '../context.js';
import { conflict, invalid, notFound } from '../failures.js';
import type { TagJob, TagKey } from '../state.js';
import { jobAt } from './job.js';
import { referencesOf } from './references.js';
import type { TagConfig, TagFilter, TagKeyRules } from './rules.js';
import { rulesInForce, withRules } from './rules-in-force.js';
import { charactersOfRules } from './rules-size.js';
import { workOf } from './rules-work.js';
import { showKey } from './show-key.js';
import { createTagShares, type TagShares } from './tag-shares.js';

/** Replaces a key, and starts the job that sorts spend by its new rules. */
export function updateVirtualTagKey(context: Context): OperationHandler {
  const shares = createTagShares(context);
  return ({ path, body }) => {
    const key = context.state.tagKeys.get(path.key_id);
    if (key === undefined) {
      return notFound(`virtual tag key ${path.key_id}`, 'Use the id of one, not its name.');
    }
    if (body.expected_version !== key.rulesVersion) {
      return conflict(
        `The key has version ${key.rulesVersion}, but the request expects version ${body.expected_version}.`,
        {
          reason: 'stale_version',
          expected_version: body.expected_version,
          current_version: key.rulesVersion,
        },
      );
    }
    const rules = rulesFrom(body, monthOf(todayOf(context)));
    const uneven = rules.configs.findIndex(({ assign }) => sumOfShares(assign) !== 100);
    if (uneven >= 0) {
      return invalid({
        loc: ['body', 'configs', uneven, 'assign', 'splits'],
        msg: `Must add up to 100, not to ${sumOfShares((rules.configs[uneven] as TagConfig).assign)}.`,
        type: 'range',
        ctx: { sum: 100 },
      });
    }
    const { jobs } = context.state;
    const written = replace(context, shares, key, rules);
    const { state, limits } = context;
    const refusal = refusalOf(new Map(state.tagKeys).set(key.seed.id, written), limits.tagRules);
    if (refusal) {
      state.jobs = jobs;
      return refusal;
    }
    state.tagKeys.set(key.seed.id, written);
    const shown = showKey(context, shares, written);
    return { data: { key: shown, job: written.job?.id === key.job?.id ? null : shown.job } };
  };
}

/** Why the mock does not hold these keys, with the rules that are written. */
function refusalOf(keys: ReadonlyMap<string, TagKey>, mostCharacters: number) {
  if (charactersOfRules(keys.values()) > mostCharacters) return tooLarge();
  return workOf(keys) > maxTagComparisons ? tooManyCombinations() : null;
}

function tooLarge() {
  return invalid({
    loc: ['body'],
    msg: 'Is too large beside the rules that this mock holds, those of later months included. Send fewer rules.',
    type: 'too_large',
  });
}

function tooManyCombinations() {
  return invalid({
    loc: ['body', 'configs'],
    msg: `Compares too many combinations of shares of other virtual tag keys; a charge may take ${maxTagComparisons} comparisons. Send fewer configs, or refer to keys with fewer splits.`,
    type: 'too_large',
    ctx: { max: maxTagComparisons },
  });
}

/** The key as it is from now on; what was written before and has been sorted by stays in force till then. */
function replace(context: Context, shares: TagShares, key: TagKey, rules: TagKeyRules): TagKey {
  const now = nowOf(context);
  const written = { ...key, rules, rulesVersion: key.rulesVersion + 1 };
  if (sortsAlike(key.rules, rules)) {
    // The words about it may change at once; a job at work goes on.
    const { name, description } = rules;
    const reword = <T extends { readonly rules: TagKeyRules }>(one: T): T => ({
      ...one,
      rules: { ...one.rules, name, description },
    });
    return { ...written, applied: key.applied.map(reword), job: key.job && reword(key.job) };
  }
  const applied = rulesInForce(key, now);
  const fromMonth = parseMonth(rules.effectiveFrom) as Month;
  const toMonth = monthOf(todayOf(context));
  // Months to come have no spend to sort.
  if (fromMonth > toMonth) {
    const later = { from: firstDayOf(fromMonth), rules };
    return { ...written, applied: withRules(applied, later), job: key.job && supersede(key.job, now) };
  }
  context.state.jobs += 1;
  const job: TagJob = {
    id: `job-${context.state.jobs}`,
    createdAt: now,
    fromMonth,
    toMonth,
    rules,
    supersededAt: null,
    error: errorIn(rules, shares),
  };
  return { ...written, applied, job };
}

/** A job that has not ended never will. */
function supersede(job: TagJob, now: Instant): TagJob {
  return jobAt(job, now).finishedAt === null ? { ...job, supersededAt: now } : job;
}

/** Whether two sets of rules sort every cost alike. */
function sortsAlike(one: TagKeyRules, other: TagKeyRules): boolean {
  const what = ({ configs, collapsedKeys, canOverride, effectiveFrom }: TagKeyRules) =>
    JSON.stringify([configs, collapsedKeys, canOverride, effectiveFrom]);
  return what(one) === what(other);
}

/** Rules may name keys that do not exist yet; the job only finds out when it gets there. */
function errorIn(rules: TagKeyRules, shares: TagShares): string | null {
  const missing = referencesOf(rules).find((name) => shares.find(name) === undefined);
  return missing === undefined
    ? null
    : `The rules look at the virtual tag key ${missing}, which does not exist.`;
}

/** In whole hundredths, as shares such as 33.3 do not add up exactly; 100 where nothing is split. */
function sumOfShares(assign: TagConfig['assign']): number {
  if (assign.type !== 'percent') return 100;
  return Math.round(assign.splits.reduce((sum, { pct }) => sum + pct, 0) * 100) / 100;
}

/** Reads a body that is valid, with a default for all that it leaves out. */
function rulesFrom(body: any, thisMonth: Month): TagKeyRules {
  return {
    name: body.name,
    description: body.description ?? '',
    effectiveFrom: body.effective_from ?? isoMonth(thisMonth),
    canOverride: body.can_override ?? false,
    collapsedKeys: (body.collapsed_keys ?? []).map(({ source, scope, value_prefix }: any) => ({
      source,
      scope: scope ?? null,
      value_prefix: value_prefix ?? '',
    })),
    configs: (body.configs ?? []).map(({ filter, time_frame, assign }: any) => ({
      filter: filterFrom(filter),
      time_frame: time_frame ?? null,
      assign:
        assign.type === 'cost_based' ? { ...assign, input_filter: filterFrom(assign.input_filter) } : assign,
    })),
  };
}

function filterFrom({ rules }: any): TagFilter {
  return {
    rules: rules.map(({ providers, conditions }: any) => ({
      providers: providers ?? [],
      conditions: conditions.map(({ dimension, key, operator, values }: any) => ({
        dimension,
        key: key ?? null,
        operator: operator ?? 'is',
        values: values ?? [],
      })),
    })),
  };
}

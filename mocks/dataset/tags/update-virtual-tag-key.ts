import { maxTagComparisons } from '../../settings/limits.js';
import type { OperationHandler } from '../../types.js';
import { firstDayOf, type Instant, isoMonth, type Month, monthOf, parseMonth } from '../calendar.js';
import { type Context, nowOf, todayOf } from '../context.js';
import { conflict, invalid, notFound } from '../failures.js';
import type { TagJob, TagKey } from '../state.js';
import { issueIn } from './issue-in.js';
import { jobAt } from './job.js';
import { maxComparisons } from './max-comparisons.js';
import { referencesOf } from './references.js';
import type { TagFilter, TagKeyRules } from './rules.js';
import { rulesInForce, withRules } from './rules-in-force.js';
import { charactersOfRules } from './rules-size.js';
import { showKey } from './show-key.js';
import { createTagShares, type TagShares } from './tag-shares.js';

/** Replaces a key, and starts the job that reallocates spend by its new rules. */
export function updateVirtualTagKey(context: Context): OperationHandler {
  const shares = createTagShares(context);
  return ({ path, body }) => {
    const key = context.state.tagKeys.get(path.key_id);
    if (key === undefined) {
      return notFound(`Virtual tag key ${path.key_id} does not exist. Use its id, not its name.`);
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
    const issue = issueIn(rules.configs);
    if (issue) return invalid(issue);
    const { jobs } = context.state;
    const written = replace(context, shares, key, rules);
    const { state, limits } = context;
    const failed = failureOf(new Map(state.tagKeys).set(key.seed.id, written), limits.tagRules);
    if (failed) {
      state.jobs = jobs;
      return failed;
    }
    state.tagKeys.set(key.seed.id, written);
    const shown = showKey(context, shares, written);
    return { data: { key: shown, job: written.job?.id === key.job?.id ? null : shown.job } };
  };
}

/** Checks the limits of the mock for all keys, including the new rules. */
function failureOf(keys: ReadonlyMap<string, TagKey>, maxCharacters: number) {
  if (charactersOfRules(keys.values()) > maxCharacters) return tooLarge();
  return maxComparisons(keys) > maxTagComparisons ? tooManyCombinations() : null;
}

function tooLarge() {
  return invalid({
    loc: ['body'],
    msg: 'Exceeds the storage limit of this mock, together with all stored rules, including those of later months. Send fewer rules.',
    type: 'too_large',
  });
}

function tooManyCombinations() {
  return invalid({
    loc: ['body', 'configs'],
    msg: `Requires more than ${maxTagComparisons} comparisons for a charge, because of combinations of shares of other virtual tag keys. Send fewer configs, or refer to keys with fewer splits.`,
    type: 'too_large',
    ctx: { max: maxTagComparisons },
  });
}

/** Returns the updated key; rules already applied stay in effect until its job succeeds. */
function replace(context: Context, shares: TagShares, key: TagKey, rules: TagKeyRules): TagKey {
  const now = nowOf(context);
  const written = { ...key, rules, rulesVersion: key.rulesVersion + 1 };
  if (allocatesEqually(key.rules, rules)) {
    // Name and description change immediately, and an active job continues.
    const { name, description } = rules;
    const rename = <T extends { readonly rules: TagKeyRules }>(one: T): T => ({
      ...one,
      rules: { ...one.rules, name, description },
    });
    return { ...written, applied: key.applied.map(rename), job: key.job && rename(key.job) };
  }
  const applied = rulesInForce(key, now);
  const fromMonth = parseMonth(rules.effectiveFrom) as Month;
  const toMonth = monthOf(todayOf(context));
  // Future months have no spend to allocate.
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

/** Marks a job as superseded unless it has finished. */
function supersede(job: TagJob, now: Instant): TagJob {
  return jobAt(job, now).finishedAt === null ? { ...job, supersededAt: now } : job;
}

/** Whether two sets of rules allocate every cost equally. */
function allocatesEqually(one: TagKeyRules, other: TagKeyRules): boolean {
  const relevant = ({ configs, collapsedKeys, canOverride, effectiveFrom }: TagKeyRules) =>
    JSON.stringify([configs, collapsedKeys, canOverride, effectiveFrom]);
  return relevant(one) === relevant(other);
}

/** The error of the job if rules refer to a key that does not exist; updates accept such rules. */
function errorIn(rules: TagKeyRules, shares: TagShares): string | null {
  const missing = referencesOf(rules).find((name) => shares.find(name) === undefined);
  return missing === undefined
    ? null
    : `The rules refer to the virtual tag key ${missing}, which does not exist.`;
}

/** Converts a validated body, with defaults for optional fields. */
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

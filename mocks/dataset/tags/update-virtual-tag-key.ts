import { HttpError, invalid, type ValidationIssue } from '../../http/http-error.js';
import type { OperationRequest } from '../../types.js';
import { firstDayOf, type Instant, isoMonth, type Month, monthOf, parseMonth } from '../calendar.js';
import { type Context, nowOf, todayOf } from '../context.js';
import { notFound } from '../responses.js';
import type { TagJob, TagKey } from '../state.js';
import { jobAt, rulesInForce, withRules } from './job.js';
import { issueOfLimits } from './limits.js';
import { findKey, referencesOf } from './references.js';
import type { TagAssign, TagConfig, TagFilter, TagKeyRules } from './rules.js';
import { showKey } from './show-key.js';

/** Replaces a key, and starts the job that reallocates spend by its new rules. */
export function updateVirtualTagKey(context: Context, { path, body }: OperationRequest) {
  const { state, limits } = context;
  const key = state.tagKeys.get(path.key_id);
  if (key === undefined) {
    throw notFound(`Virtual tag key ${path.key_id} does not exist. Use its id, not its name.`);
  }
  checkVersion(body.expected_version, key.rulesVersion);
  const rules = rulesFrom(body, monthOf(todayOf(context)));
  const written = replace(context, key, rules);
  const issue =
    issueIn(rules.configs) ??
    issueOfLimits(new Map(state.tagKeys).set(key.seed.id, written), limits.tagRules);
  if (issue) throw invalid([issue]);
  state.tagKeys.set(key.seed.id, written);
  const startsJob = written.job !== null && written.job.id !== key.job?.id;
  if (startsJob) state.jobs += 1;
  const shown = showKey(context, written);
  return { key: shown, job: startsJob ? shown.job : null };
}

function checkVersion(expected_version: number, current_version: number): void {
  if (expected_version === current_version) return;
  throw new HttpError(
    'CONFLICT',
    `The key has version ${current_version}, but the request expects version ${expected_version}.`,
    { details: { reason: 'stale_version', expected_version, current_version } },
  );
}

/** Returns the updated key; rules already applied stay in effect until its job succeeds. */
function replace(context: Context, key: TagKey, rules: TagKeyRules): TagKey {
  const now = nowOf(context);
  const written = { ...key, rules, rulesVersion: key.rulesVersion + 1 };
  if (allocatesEqually(key.rules, rules)) {
    // Name and description change immediately, and an active job continues.
    const { name, description } = rules;
    const rename = <T extends { readonly rules: TagKeyRules }>(one: T): T => {
      return { ...one, rules: { ...one.rules, name, description } };
    };
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
  const id = `job-${context.state.jobs + 1}`;
  const job = {
    id,
    createdAt: now,
    fromMonth,
    toMonth,
    rules,
    supersededAt: null,
    error: errorIn(context, rules),
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
function errorIn({ state }: Context, rules: TagKeyRules): string | null {
  const missing = referencesOf(rules).find((name) => findKey(state.tagKeys, name) === undefined);
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

const dimensionsWithKey: ReadonlySet<string> = new Set(['tag', 'tagged', 'virtual_tag']);

/** @returns the first violation of a rule that the schema of the body does not express, or null */
function issueIn(configs: readonly TagConfig[]): ValidationIssue | null {
  for (const [index, { filter, assign }] of configs.entries()) {
    const at = ['body', 'configs', index];
    const issue = missingKey(filter, [...at, 'filter']) ?? issueInAssign(assign, [...at, 'assign']);
    if (issue) return issue;
  }
  return null;
}

function issueInAssign(assign: TagAssign, at: readonly (string | number)[]): ValidationIssue | null {
  if (assign.type === 'cost_based') return missingKey(assign.input_filter, [...at, 'input_filter']);
  if (assign.type === 'value') return null;
  // Rounded to hundredths, for shares such as 33.3.
  const sum = Math.round(assign.splits.reduce((total, { pct }) => total + pct, 0) * 100) / 100;
  return sum === 100
    ? null
    : { loc: [...at, 'splits'], msg: `Must add up to 100, not to ${sum}.`, type: 'range', ctx: { sum: 100 } };
}

function missingKey({ rules }: TagFilter, at: readonly (string | number)[]): ValidationIssue | null {
  for (const [rule, { conditions }] of rules.entries()) {
    const index = conditions.findIndex(
      ({ dimension, key }) => dimensionsWithKey.has(dimension) && key === null,
    );
    if (index < 0) continue;
    return {
      loc: [...at, 'rules', rule, 'conditions', index, 'key'],
      msg: `Is required for the dimension ${conditions[index]?.dimension}.`,
      type: 'missing',
    };
  }
  return null;
}

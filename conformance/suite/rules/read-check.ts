import type { OperationId } from '../../../src/generated/operations.js';
import { getOrInsert } from '../../../src/get-or-insert.js';
import type { ActiveCheck } from '../../engine/check.js';
import { type CompleteExchange, isSuccess, type RequestPlan } from '../../engine/http/exchange.js';
import { requestLine, withoutQuery, withQuery } from '../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import { show } from '../../engine/show.js';
import { successOf } from '../checks/shared/success-of.js';
import { requestTo } from '../contract.js';
import { type Found, known } from '../discovery.js';
import { explain } from './explain.js';
import type { Each, Read, ReadRule, Step, Value } from './read-rule.js';
import { compileBounded, type Evaluate, isTooLong, longestCompared } from './rule.js';
import { hasLongList, longestListOf, requestOf } from './rule-check.js';
import { hasMembers, nameOf } from './subjects-at.js';

/** What a rule has read so far. */
interface Scope {
  /** The variables of its expressions. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The response that each value is from. */
  readonly from: Readonly<Record<string, CompleteExchange>>;
  /** The elements that it is judged for, by name. */
  readonly elements: Readonly<Record<string, unknown>>;
}

/** Returns the check of a rule over several reads. */
export function readCheck(rules: ReadonlyMap<OperationId, ReadRule>): ActiveCheck {
  const [{ message, reads: _, rule: __, when: ___, requests = 0, ...claim }] = [...rules.values()] as [
    ReadRule,
  ];
  return {
    ...claim,
    requirement: message,
    operations: [...rules.keys()],
    requests,
    async run(probe) {
      const rule = rules.get(probe.operation.operationId as OperationId) as ReadRule;
      const found = foundFor(rule, probe.found);
      const { exchange } = await probe.correct();
      const { query, path, now } = requestOf(exchange);
      const values = { query, path, now, found, bill: probe.bill !== null };
      const scope = withRead({ values, from: {}, elements: {} }, 'self', exchange);
      await judge(Object.entries(rule.reads), scope, { probe, rule });
    },
  };
}

/**
 * Returns the resources that a rule names, such as `found.providers`.
 *
 * @throws {Blocked | NotApplicable} if their list could not be read
 */
function foundFor(rule: ReadRule, { fixtures, ...lists }: Found) {
  const named = Object.entries(lists).filter(([name]) => JSON.stringify(rule).includes(`found.${name}`));
  return { fixtures, ...Object.fromEntries(named.map(([name, list]) => [name, known<unknown>(list)])) };
}

/** The most reads of one step; a faulty list may contain any number of elements. */
const mostReads = 12;
/** The most elements that a rule is judged for: it may search the longest list of its reads for each. */
const mostElements = ({ from }: Scope) =>
  Math.ceil(longestCompared ** 2 / Math.max(longestCompared, ...Object.values(from).map(longestListOf)));

interface Judging {
  readonly probe: Probe;
  readonly rule: ReadRule;
}

const isEach = (step: Step): step is Each => typeof step !== 'string' && 'in' in step;

/** Reads what is left, and judges each case. */
async function judge(steps: readonly [string, Step][], scope: Scope, judging: Judging): Promise<void> {
  const [first, ...rest] = steps;
  if (!first) return judgeCase(scope, judging.rule);
  const [name, step] = first;
  if (!isEach(step)) {
    const read = typeof step === 'string' ? { operation: step } : step;
    return judge(rest, await withStep(scope, name, read, judging), judging);
  }
  const list = typeof step.in === 'string' ? evaluated(step.in, scope) : step.in;
  if (!Array.isArray(list) || list.length === 0)
    throw new NotApplicable(`the target has no ${name} to compare`);
  if (isTooLong(list)) throw new NotApplicable(`the list of each ${name} is too long`);
  const origin = typeof step.in === 'string' ? originsIn(step.in, scope)[0] : undefined;
  const areRead = !rest.every(([, next]) => isEach(next));
  // A list that is written out, of one element, only names a value.
  const isValue = typeof step.in === 'string' && step.in.startsWith('[');
  await eachCase(list.slice(0, step.most ?? (areRead ? mostReads : mostElements(scope))), (element) => {
    const elements = isValue ? scope.elements : { ...scope.elements, [name]: element };
    return judge(rest, withValue({ ...scope, elements }, name, element, origin), judging);
  });
}

async function judgeCase(scope: Scope, { rule, when, message }: ReadRule): Promise<void> {
  if (when !== undefined && evaluated(when, scope) !== true)
    throw new NotApplicable('the reads are not comparable');
  await eachCase([rule].flat(), (expression) => {
    const holds = evaluated(expression, scope);
    if (typeof holds !== 'boolean') throw new NotApplicable('the reads have no figure in common');
    if (holds) return;
    const [exchange, ...others] = originsIn(expression, scope);
    const sides = explain(expression, scope.values);
    fail({
      ...sides,
      message: `${subjectOf(scope, expression)} violates: ${message}`,
      expected: `${sides.expected}${others.map(({ request }) => `, in ${requestLine(request)}`).join('')}`,
      exchange,
    });
  });
}

/** Names the elements that a violation is about. Names of members are not data of the target. */
function subjectOf({ elements }: Scope, expression: string): string {
  const isMember = ([name]: readonly [string, unknown]) => expression.includes(`[${name}]`);
  const all = Object.entries(elements);
  const members = all.filter(isMember).map(([, element]) => `\`${element}\``);
  // Rows of several reads may have one id.
  const rows = new Map<string, string>();
  for (const [name, element] of all.filter((one) => !isMember(one)).reverse()) {
    const shown = hasMembers(element) ? nameOf(element) : element;
    if (shown !== undefined && !rows.has(String(shown))) rows.set(String(shown), name);
  }
  const names = [...members, ...[...rows].map(([shown, name]) => `\`${name}\` ${show(shown)}`)];
  return names.join(' of ') || 'The response';
}

const compiled = new Map<string, Evaluate>();

const evaluated = (expression: string, { values }: Scope) =>
  getOrInsert(compiled, expression, () => compileBounded(expression, []))(values);

/** Returns the responses that the values of an expression are from, in their order. */
function originsIn(expression: string, { from }: Scope): readonly CompleteExchange[] {
  const names = (expression.match(/\b[a-z]\w*/g) ?? []).filter((word) => Object.hasOwn(from, word));
  const all = names.length > 0 ? names : ['self'];
  return [...new Set(all.map((name) => from[name] as CompleteExchange))];
}

function withValue(scope: Scope, name: string, value: unknown, origin: CompleteExchange | undefined): Scope {
  return {
    ...scope,
    values: { ...scope.values, [name]: value },
    from: origin === undefined ? scope.from : { ...scope.from, [name]: origin },
  };
}

function withRead(scope: Scope, name: string, exchange: CompleteExchange): Scope {
  if (hasLongList(exchange)) throw new NotApplicable(`a list of ${name} is too long`);
  return withValue(scope, name, exchange.response.json?.data, exchange);
}

/** Adds the data of a read; for several, the list of their data. */
async function withStep(scope: Scope, name: string, read: Read, { probe, rule }: Judging): Promise<Scope> {
  const [variable, list] = Object.entries(read.for ?? {})[0] ?? [];
  if (variable === undefined) return withRead(scope, name, await sent(scope, read, probe, rule));
  const elements = evaluated(list as string, scope);
  if (!Array.isArray(elements) || elements.length === 0)
    throw new NotApplicable(`the target has no ${variable}`);
  if (elements.length > mostReads)
    throw new NotApplicable(`the target has too many ${variable}s to read each`);
  const exchanges = await Promise.all(
    elements.map((element) =>
      sent(withValue(scope, variable, element, scope.from.self as CompleteExchange), read, probe, rule),
    ),
  );
  const data = exchanges.map(({ response }) => response.json?.data);
  return withValue(scope, name, data, exchanges[0] as CompleteExchange);
}

/** Sends the request of a read, which is a valid one with other parameters. */
async function sent(scope: Scope, read: Read, probe: Probe, { anyKey }: ReadRule): Promise<CompleteExchange> {
  const { operation, path, query = {}, optional } = read;
  const correct = await probe.correct(operation);
  if (!path && Object.keys(query).length === 0) return probe.send(correct.plan);
  const own = anyKey ? (await probe.correctOfAnyKey({ withSameData: true })).plan : correct.plan;
  const base =
    operation === undefined || operation === probe.operation.operationId
      ? own
      : { ...correct.plan, as: own.as };
  const inPath = Object.entries(path ?? {}).map(([name, value]) => [name, textsOf(value, scope)[0] ?? '']);
  const plan = Object.entries(query).reduce(
    (next, [name, value]) => withParameter(next, name, textsOf(value, scope)),
    path
      ? {
          ...base,
          path: requestTo(base.operationId as OperationId, { path: Object.fromEntries(inPath) }).path,
          query: [],
        }
      : base,
  );
  if (optional && !isSuccess(await probe.send(plan)))
    throw new NotApplicable('the target refuses one of the reads');
  return successOf(probe, plan);
}

function withParameter(plan: RequestPlan, name: string, values: readonly string[]): RequestPlan {
  const [only, ...others] = values;
  if (only === undefined) return withoutQuery(plan, name);
  const first = withQuery(plan, name, only);
  return { ...first, query: [...first.query, ...others.map((value) => [name, value] as const)] };
}

function textsOf(value: Value, scope: Scope): readonly string[] {
  return [value].flat().flatMap((one) => {
    if (one === null) return [];
    if (typeof one !== 'string' || !one.startsWith('=')) return [String(one)];
    const result = evaluated(one.slice(1), scope);
    if (typeof result !== 'string' && typeof result !== 'number')
      throw new NotApplicable('a parameter of one of the reads is not known');
    return [String(result)];
  });
}

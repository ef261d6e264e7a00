import type { OperationId } from '../../../src/generated/operations.js';
import type { PassiveCheck } from '../../engine/check.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { decodeSegment } from '../../engine/http/requests.js';
import { fail, type Violation } from '../../engine/judge/outcome.js';
import { dataOf, sent } from '../checks/shared/exchange-data.js';
import { isProposedPart, operationOf } from '../contract.js';
import { isReplay } from '../scenarios/keyed-write.js';
import type { DocumentedRule } from './documented-rules.js';
import { explain } from './explain.js';
import { type Context, compile, type Evaluate, withoutNulls } from './rule.js';
import { type Subject, subjectsAt } from './subjects-at.js';

/** Returns the check of a rule of the document. */
export function ruleCheck({
  places,
  message,
  rule,
  when,
  operations: _,
  ...claim
}: DocumentedRule): PassiveCheck {
  const evaluate = lazily(rule);
  const applies = when === undefined ? () => true : lazily(when);
  const judged = new WeakMap<CompleteExchange, Omit<Violation, 'exchange'> | undefined>();
  return {
    ...claim,
    kind: 'passive',
    requirement: message,
    on: 'success',
    operations: [...places.keys()],
    when(exchange) {
      // A replay is the response to an earlier request, perhaps with other parameters.
      if (isReplay(exchange)) return false;
      const context = contextOf(exchange);
      const at = places.get(exchange.operationId as OperationId) ?? [];
      let isJudged = false;
      for (const subject of at.flatMap((place) => subjectsAt(context.data, place))) {
        const own = { ...context, self: subject.value };
        if (applies(own) !== true) continue;
        const verdict = evaluate(own);
        if (typeof verdict !== 'boolean') continue;
        isJudged = true;
        if (verdict) continue;
        const basis = isProposedAt(exchange, subject) ? 'proposed' : undefined;
        judged.set(exchange, { basis, message: violationOf(subject, message), ...explain(rule, own) });
        break;
      }
      return isJudged;
    },
    run(exchange) {
      const violation = judged.get(exchange);
      if (violation) fail({ ...violation, exchange });
    },
  };
}

/** Compiles on first use: a run needs few of the rules at once. */
function lazily(expression: string): Evaluate {
  let evaluate: Evaluate | undefined;
  return (context) => {
    evaluate ??= compile(expression);
    return evaluate(context);
  };
}

const contexts = new WeakMap<CompleteExchange, Context>();

function contextOf(exchange: CompleteExchange): Context {
  const known = contexts.get(exchange);
  if (known) return known;
  const data = withoutNulls(dataOf(exchange));
  const context = {
    self: data,
    data,
    query: queryOf(exchange),
    path: pathOf(exchange),
    body: withoutNulls(sent(exchange)),
    now: exchange.response.json?.timestamp,
  };
  contexts.set(exchange, context);
  return context;
}

function queryOf({ operationId, request }: CompleteExchange): Context['query'] {
  const defaults = operationOf(operationId as OperationId).parameters.flatMap(({ name, schema }) =>
    schema.default === undefined ? [] : [[name, String(schema.default)] as const],
  );
  return Object.fromEntries([...defaults, ...[...request.query].reverse()]);
}

function pathOf({ operationId, request }: CompleteExchange): Context['path'] {
  const template = operationOf(operationId as OperationId).path.split('/');
  const segments = request.path.split('/').slice(-template.length);
  return Object.fromEntries(
    template.flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeSegment(segments[index] ?? '')]] : [],
    ),
  );
}

/** Whether the part is only proposed for the operation, although the service states it for others. */
function isProposedAt({ operationId, response }: CompleteExchange, { place }: Subject): boolean {
  const path = place.split(/\.|(?=\[\])/).map((step) => (step === '[]' ? '0' : step));
  return place !== '' && isProposedPart(operationId as OperationId, response.status, ['data', ...path]);
}

function violationOf({ place, name }: Subject, message: string): string {
  const what = place === '' ? 'The response' : `\`${place}\``;
  return `${what}${name === undefined ? '' : ` ${JSON.stringify(name)}`} violates: ${message}`;
}

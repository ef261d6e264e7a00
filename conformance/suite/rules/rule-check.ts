import type { OperationId } from '../../../src/generated/operations.js';
import type { PassiveCheck } from '../../engine/check.js';
import type { CompleteExchange } from '../../engine/http/exchange.js';
import { decodeSegment } from '../../engine/http/requests.js';
import { fail, type Violation } from '../../engine/judge/outcome.js';
import { perExchange } from '../../engine/judge/per-exchange.js';
import { dataOf, sent } from '../checks/shared/exchange-data.js';
import { isProposedPart, operationOf } from '../contract.js';
import { isReplay } from '../scenarios/keyed-write.js';
import type { DocumentedRule } from './documented-rules.js';
import { explain } from './explain.js';
import {
  type Context,
  compile,
  compileBounded,
  type Evaluate,
  longestIn,
  longestList,
  withoutNulls,
} from './rule.js';
import { nameOf, type Subject, stepsOf, subjectsAt } from './subjects-at.js';

/** Returns the check of a rule of the document. */
export function ruleCheck(documented: DocumentedRule): PassiveCheck {
  const { places, message, rule: _, when: __, proposedWhen: ___, operations: ____, ...claim } = documented;
  const judge = judgeOf(documented);
  const judged = new WeakMap<CompleteExchange, Judged>();
  return {
    ...claim,
    kind: 'passive',
    requirement: message,
    on: 'success',
    operations: [...places.keys()],
    when(exchange) {
      // A replay is the response to an earlier request, perhaps with other parameters.
      if (isReplay(exchange)) return false;
      const result = judge(exchange.operationId as OperationId, contextOf(exchange));
      if (result !== undefined) judged.set(exchange, result);
      return result !== undefined;
    },
    run(exchange) {
      const result = judged.get(exchange);
      if (typeof result !== 'object') return;
      const { operationId, response } = exchange;
      const isProposed = isProposedAt(operationId as OperationId, response.status, result.place);
      const isOpen = isProposed && isStatedFor(places, response.status);
      fail({ ...result.violation, basis: isOpen ? 'proposed' : result.violation.basis, exchange });
    },
  };
}

const proposal = { basis: 'proposed', deviation: 'preference' } as const;

/** True if a rule holds for a response, or where it does not; undefined if it does not apply. */
type Judged = true | { readonly place: string; readonly violation: Violation } | undefined;

/** Compiles a rule on first use: a run needs few of the rules at once. */
export function judgeOf({ places, message, rule, when, proposedWhen = 'false' }: DocumentedRule) {
  let compiled: { readonly holds: Evaluate; readonly applies: Evaluate } | undefined;
  const readsSelf = when !== undefined && /\bself\b/.test(when);
  return (operation: OperationId, context: Omit<Context, 'self'>): Judged => {
    compiled ??= {
      holds: compileBounded(rule, ['self']),
      applies: when === undefined ? () => true : compileBounded(when, ['self']),
    };
    const own = { ...context, self: undefined as unknown };
    // The same for all subjects.
    if (!readsSelf && compiled.applies(own) !== true) return undefined;
    let judged: Judged;
    for (const subject of (places.get(operation) ?? []).flatMap((place) => subjectsAt(context.data, place))) {
      own.self = subject.value;
      const holds = !readsSelf || compiled.applies(own) === true ? compiled.holds(own) : undefined;
      if (holds === false) {
        const deviation = compile(proposedWhen)(own) === true ? proposal : {};
        const violation = { message: violationOf(subject, message), ...explain(rule, own), ...deviation };
        return { place: subject.place, violation };
      }
      if (holds === true) judged = true;
    }
    return judged;
  };
}

/** Returns the length of the longest list in the data of a response. */
export const longestListOf = perExchange((exchange) => longestIn(dataOf(exchange)));

/** Whether a list in the data of a response is too long for rules. */
export const hasLongList = (exchange: CompleteExchange) => longestListOf(exchange) > longestList;

const contextOf = perExchange((exchange): Omit<Context, 'self'> => {
  const data = hasLongList(exchange) ? undefined : withoutNulls(dataOf(exchange));
  return { data, body: withoutNulls(sent(exchange)), ...requestOf(exchange) };
});

/** Returns what rules know of a request, and the time of its response. */
export function requestOf(exchange: CompleteExchange): Pick<Context, 'query' | 'path' | 'now'> {
  return { query: queryOf(exchange), path: pathOf(exchange), now: exchange.response.json?.timestamp };
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

/** Whether the service states a part for some operation. If it does for none, the basis is that of the rule itself. */
const isStatedFor = (places: DocumentedRule['places'], status: number) =>
  [...places].some(([operation, at]) => at.some((place) => !isProposedAt(operation, status, place)));

function isProposedAt(operation: OperationId, status: number, place: string): boolean {
  return place !== '' && isProposedPart(operation, status, ['data', ...stepsOf(place)]);
}

function violationOf({ place, value }: Subject, message: string): string {
  const what = place === '' ? 'The response' : `\`${place}\``;
  const name = place === '' ? undefined : nameOf(value);
  return `${what}${name === undefined ? '' : ` ${JSON.stringify(name)}`} violates: ${message}`;
}

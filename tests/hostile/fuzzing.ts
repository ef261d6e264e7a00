import { random } from '../support/random.js';
import type { Handler, TestResponse } from '../support/serve.js';

/** How a server is wrong by chance; the same seed makes the same mistakes. */
export interface Fuzz {
  readonly seed: number;
  /** Of a hundred answers, how many are wrong. */
  readonly share: number;
  /** Whether every answer to one method and path is wrong in the same way, or each in its own. */
  readonly steady: boolean;
  /** What parts of answers are replaced by. */
  readonly values: readonly unknown[];
}

type Next = (below: number) => number;
/** Changes one part of a body, named by the object or the list that holds it. */
type Change = (holder: any, name: string, next: Next, root: any, values: readonly unknown[]) => void;

/** Answers as another server does, but for some answers of which a part is wrong, or the whole. */
export function fuzzing(handler: Handler, { seed, share, steady, values }: Fuzz): Handler {
  const ongoing = random(seed);
  return async (request) => {
    const answer = await handler(request);
    const next = steady ? random(seed ^ hashOf(`${request.method} ${request.path}`)) : ongoing;
    // The first numbers of seeds that are alike are alike.
    next(100);
    if (next(100) >= share) return answer;
    if (next(8) === 0) return (outward[next(outward.length)] as (typeof outward)[number])(answer, next);
    const whole = { body: parsed(answer.body) };
    for (let count = 1 + next(3); count > 0; count -= 1) {
      const [holder, name] = anyPart(whole, next);
      (changes[next(changes.length)] as Change)(holder, name, next, whole, values);
    }
    return { ...answer, body: JSON.stringify(whole.body) ?? '' };
  };
}

const changes: readonly Change[] = [
  function replace(holder, name, next, _, values) {
    holder[name] = copy(any(values, next));
  },
  function drop(holder, name) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  },
  function rename(holder, name, next) {
    if (Array.isArray(holder)) return;
    const names = Object.keys(holder);
    const value = holder[name];
    delete holder[name];
    holder[next(2) === 0 ? `${name}_` : any(names, next)] = value;
  },
  function retarget(holder, name, next, root) {
    const [other, place] = anyPart(root, next);
    holder[name] = copy(other[place]);
  },
  function repeat(holder, name, next) {
    const value = holder[name];
    if (Array.isArray(holder)) holder.splice(next(holder.length + 1), 0, copy(value));
    else if (Array.isArray(value)) holder[name] = [...value, ...value].reverse();
    else holder[name] = [value];
  },
  function nudge(holder, name, next) {
    const value = holder[name];
    if (typeof value === 'number') {
      holder[name] = any([-value, value + 1, value / 3, value * 1e12, value * 1e300, String(value)], next);
    } else if (typeof value === 'string') {
      holder[name] = any(['', ` ${value}`, value.slice(1), value.repeat(3), value.toUpperCase()], next);
    } else if (typeof value === 'boolean') holder[name] = !value;
  },
];

const oddHeaders = [
  '',
  'x',
  '0',
  '-1',
  'NaN',
  'text/html',
  'application/json;charset=latin1',
  'true',
  '\u00ff',
];

/** What may be wrong with an answer beside its parts. */
const outward: readonly ((answer: TestResponse, next: Next) => TestResponse)[] = [
  (answer, next) => ({
    ...answer,
    status: any([200, 201, 204, 206, 302, 304, 400, 401, 403, 404, 409, 418, 422, 500, 501, 503], next),
  }),
  (answer) => ({ ...answer, status: 429, headers: { ...answer.headers, 'retry-after': '0' } }),
  (answer, next) => ({
    ...answer,
    headers: { ...answer.headers, [any(Object.keys(answer.headers), next) ?? 'x']: any(oddHeaders, next) },
  }),
  (answer) => ({ ...answer, headers: {} }),
  (answer, next) => ({
    ...answer,
    headers: { ...answer.headers, 'idempotent-replayed': 'true', deprecation: any(oddHeaders, next) },
  }),
  (answer, next) => ({ ...answer, body: answer.body.slice(0, next(answer.body.length + 1)) }),
  (answer) => ({ ...answer, body: '' }),
  (answer, next) => ({
    ...answer,
    body: String.fromCharCode(...Array.from({ length: 100 }, () => next(0x10000))),
  }),
  () => {
    throw new Error('out of order');
  },
];

function any<T>(values: readonly T[], next: Next): T {
  return values[next(values.length)] as T;
}

/** A copy, as the next part to be changed may be within it. */
function copy<T>(value: T): T {
  return value === undefined ? value : structuredClone(value);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Goes down from the root and stops anywhere on the way. */
function anyPart(root: any, next: Next): [holder: any, name: string] {
  let holder = root;
  let name = 'body';
  for (;;) {
    const part = holder[name];
    const names = typeof part === 'object' && part !== null ? Object.keys(part) : [];
    if (names.length === 0 || next(5) === 0) return [holder, name];
    holder = part;
    name = any(names, next);
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

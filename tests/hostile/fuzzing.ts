import { random } from '../support/random.js';
import type { Handler, TestResponse } from '../support/serve.js';

/** How a server is randomly faulty. The same seed injects the same faults. */
export interface Fuzz {
  readonly seed: number;
  /** The percentage of faulty responses. */
  readonly share: number;
  /** Whether all responses to one method and path have the same fault. */
  readonly steady: boolean;
  /** Values that replace parts of responses. */
  readonly values: readonly unknown[];
}

type Next = (below: number) => number;
/** Changes one part of a body, identified by its parent and its name. */
type Change = (parent: any, name: string, next: Next, root: any, values: readonly unknown[]) => void;

/** Wraps a handler and injects faults into some of its responses. */
export function fuzzing(handler: Handler, { seed, share, steady, values }: Fuzz): Handler {
  const shared = random(seed);
  return async (request) => {
    const response = await handler(request);
    const next = steady ? random(seed ^ hashOf(`${request.method} ${request.path}`)) : shared;
    // Similar seeds have similar first numbers.
    next(100);
    if (next(100) >= share) return response;
    if (next(8) === 0)
      return (responseChanges[next(responseChanges.length)] as (typeof responseChanges)[number])(
        response,
        next,
      );
    const whole = { body: parsed(response.body) };
    for (let count = 1 + next(3); count > 0; count -= 1) {
      const [parent, name] = anyPart(whole, next);
      (changes[next(changes.length)] as Change)(parent, name, next, whole, values);
    }
    return { ...response, body: JSON.stringify(whole.body) ?? '' };
  };
}

const changes: readonly Change[] = [
  function replace(parent, name, next, _, values) {
    parent[name] = copy(any(values, next));
  },
  function drop(parent, name) {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else delete parent[name];
  },
  function rename(parent, name, next) {
    if (Array.isArray(parent)) return;
    const names = Object.keys(parent);
    const value = parent[name];
    delete parent[name];
    parent[next(2) === 0 ? `${name}_` : any(names, next)] = value;
  },
  function retarget(parent, name, next, root) {
    const [other, place] = anyPart(root, next);
    parent[name] = copy(other[place]);
  },
  function repeat(parent, name, next) {
    const value = parent[name];
    if (Array.isArray(parent)) parent.splice(next(parent.length + 1), 0, copy(value));
    else if (Array.isArray(value)) parent[name] = [...value, ...value].reverse();
    else parent[name] = [value];
  },
  function nudge(parent, name, next) {
    const value = parent[name];
    if (typeof value === 'number') {
      parent[name] = any([-value, value + 1, value / 3, value * 1e12, value * 1e300, String(value)], next);
    } else if (typeof value === 'string') {
      parent[name] = any(['', ` ${value}`, value.slice(1), value.repeat(3), value.toUpperCase()], next);
    } else if (typeof value === 'boolean') parent[name] = !value;
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

/** Changes of the status, the headers or the whole body. */
const responseChanges: readonly ((response: TestResponse, next: Next) => TestResponse)[] = [
  (response, next) => ({
    ...response,
    status: any([200, 201, 204, 206, 302, 304, 400, 401, 403, 404, 409, 418, 422, 500, 501, 503], next),
  }),
  (response) => ({ ...response, status: 429, headers: { ...response.headers, 'retry-after': '0' } }),
  (response, next) => ({
    ...response,
    headers: {
      ...response.headers,
      [any(Object.keys(response.headers), next) ?? 'x']: any(oddHeaders, next),
    },
  }),
  (response) => ({ ...response, headers: {} }),
  (response, next) => ({
    ...response,
    headers: { ...response.headers, 'idempotent-replayed': 'true', deprecation: any(oddHeaders, next) },
  }),
  (response, next) => ({ ...response, body: response.body.slice(0, next(response.body.length + 1)) }),
  (response) => ({ ...response, body: '' }),
  (response, next) => ({
    ...response,
    body: String.fromCharCode(...Array.from({ length: 100 }, () => next(0x10000))),
  }),
  () => {
    throw new Error('out of order');
  },
];

function any<T>(values: readonly T[], next: Next): T {
  return values[next(values.length)] as T;
}

/** Returns a copy, because the next change may be within it. */
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

/** Returns a random part of a value, at any depth. */
function anyPart(root: any, next: Next): [parent: any, name: string] {
  let parent = root;
  let name = 'body';
  for (;;) {
    const part = parent[name];
    const names = typeof part === 'object' && part !== null ? Object.keys(part) : [];
    if (names.length === 0 || next(5) === 0) return [parent, name];
    parent = part;
    name = any(names, next);
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

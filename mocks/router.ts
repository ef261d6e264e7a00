import type { Operation } from '../src/generated/operations.js';
import { Refusal } from './refusal.js';

/** An operation with what the stages need to know of it, worked out once. */
export interface Route {
  readonly operation: Operation;
  /** The status of its ordinary answer: of several the most telling, as 201 says more than 200. */
  readonly successStatus: number;
  readonly isWrite: boolean;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly isKeyed: boolean;
}

/** A route and its path parameters, each decoded exactly once. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** What a method and a raw path lead to: an operation, the methods there are (for OPTIONS), or a refusal. */
export type Router = (method: string, path: string) => Match | { readonly allow: string } | Refusal;

interface Node {
  readonly literals: Map<string, Node>;
  template: Node | null;
  /** Of the operations that end here: names of the parameters on the way, the same for each. */
  names: readonly string[];
  readonly routes: Map<string, Route>;
  allow: string;
}

/**
 * Builds a trie of path segments once. A path is split before it is decoded, so that an encoded slash
 * stays inside its segment; a literal segment wins over a template.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const root = node();
  /** Paths without parameters, found without splitting them. */
  const whole = new Map<string, Node>();
  for (const operation of operations) {
    const end = insert(root, operation);
    if (end.names.length === 0) whole.set(operation.path, end);
  }

  return (method, path) => {
    const direct = whole.get(path);
    if (direct) return answer(direct, method, noParams);
    let segments: string[];
    try {
      segments = path.slice(1).split('/').map(decodeSegment);
    } catch {
      return new Refusal('BAD_REQUEST', 'The path is not valid percent-encoding.');
    }
    const values: string[] = [];
    const end = find(root, segments, 0, values);
    if (!end) return noSuchPath;
    const params: Record<string, string> = {};
    for (const [index, name] of end.names.entries()) params[name] = values[index] ?? '';
    return answer(end, method, params);
  };
}

/** What matches nothing; whoever throws it says what may have been meant. */
export const noSuchPath = new Refusal('NOT_FOUND', 'No such path.');

const noParams: Readonly<Record<string, string>> = {};

function node(): Node {
  return { literals: new Map(), template: null, names: [], routes: new Map(), allow: '' };
}

function insert(root: Node, operation: Operation): Node {
  const names: string[] = [];
  let at = root;
  for (const segment of operation.path.slice(1).split('/')) {
    if (segment.startsWith('{')) {
      names.push(segment.slice(1, -1));
      at.template ??= node();
      at = at.template;
    } else {
      const next = at.literals.get(segment) ?? node();
      at.literals.set(segment, next);
      at = next;
    }
  }
  at.names = names;
  at.routes.set(operation.method, routeOf(operation));
  const methods = [...at.routes.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  at.allow = [...methods, 'OPTIONS'].join(', ');
  return at;
}

function routeOf(operation: Operation): Route {
  const success = Object.keys(operation.responses).findLast((status) => status.startsWith('2'));
  return {
    operation,
    successStatus: Number(success),
    isWrite: operation.method !== 'GET',
    isKeyed: operation.method === 'POST' || operation.method === 'PUT' || operation.method === 'PATCH',
  };
}

/** A literal may turn out to be the wrong way further down, so the template is tried after it. */
function find(at: Node, segments: readonly string[], index: number, values: string[]): Node | null {
  const segment = segments[index];
  if (segment === undefined) return at.routes.size > 0 ? at : null;
  const literal = at.literals.get(segment);
  const found = literal ? find(literal, segments, index + 1, values) : null;
  if (found || !at.template || segment === '') return found;
  values.push(segment);
  const end = find(at.template, segments, index + 1, values);
  if (!end) values.pop();
  return end;
}

function decodeSegment(segment: string): string {
  return segment.includes('%') ? decodeURIComponent(segment) : segment;
}

function answer(end: Node, method: string, params: Readonly<Record<string, string>>) {
  const route = end.routes.get(method === 'HEAD' ? 'GET' : method);
  if (route) return { route, params };
  if (method === 'OPTIONS') return { allow: end.allow };
  return new Refusal('NOT_FOUND', `This path knows ${end.allow}, but not ${method}.`, {
    status: 405,
    headers: { Allow: end.allow },
  });
}

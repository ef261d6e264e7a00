import type { Operation } from '../../src/generated/operations.js';
import { getOrInsert } from '../../src/get-or-insert.js';
import { HttpError } from './http-error.js';

/** An operation with properties that the stages use. */
export interface Route {
  readonly operation: Operation;
  /** The status of a success; the highest one if there are several. */
  readonly successStatus: number;
  readonly isWrite: boolean;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly isKeyed: boolean;
}

/** A route and its decoded path parameters. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Maps a method and a raw path to an operation, the allowed methods (for OPTIONS), or an error. */
export type Router = (method: string, path: string) => Match | { readonly allow: string } | HttpError;

interface Node {
  readonly literals: Map<string, Node>;
  template: Node | null;
  /** Names of the path parameters of the operations at this node. */
  names: readonly string[];
  readonly routes: Map<string, Route>;
  allow: string;
}

/**
 * Builds a trie of path segments. Paths are split before they are decoded, so that an encoded slash stays inside its
 * segment. A literal segment takes precedence over a template.
 */
export function createRouter(operations: readonly Operation[]): Router {
  const root = node();
  /** Paths without parameters, for a lookup without splitting. */
  const literalPaths = new Map<string, Node>();
  for (const operation of operations) {
    const end = insert(root, operation);
    if (end.names.length === 0) literalPaths.set(operation.path, end);
  }

  return (method, path) => {
    const direct = literalPaths.get(path);
    if (direct) return routeTo(direct, method, noParams);
    let segments: string[];
    try {
      segments = path.slice(1).split('/').map(decodeSegment);
    } catch {
      return new HttpError('BAD_REQUEST', 'The path is not valid percent-encoding.');
    }
    const values: string[] = [];
    const end = find(root, segments, 0, values);
    if (!end) return noSuchPath;
    const params: Record<string, string> = {};
    for (const [index, name] of end.names.entries()) params[name] = values[index] ?? '';
    return routeTo(end, method, params);
  };
}

/** Returned for an unknown path; callers add a suggestion before throwing it. */
export const noSuchPath = new HttpError('NOT_FOUND', 'No such path.');

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
      at = getOrInsert(at.literals, segment, node);
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

/** Tries the literal segment first and falls back to the template if a later segment does not match. */
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

function routeTo(end: Node, method: string, params: Readonly<Record<string, string>>) {
  const route = end.routes.get(method === 'HEAD' ? 'GET' : method);
  if (route) return { route, params };
  if (method === 'OPTIONS') return { allow: end.allow };
  return new HttpError('NOT_FOUND', `Method ${method} is not allowed. Allowed methods: ${end.allow}.`, {
    status: 405,
    headers: { Allow: end.allow },
  });
}

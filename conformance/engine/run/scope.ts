import { nearest } from '../../../src/text/nearest.js';
import { CannotStart } from '../cannot-start.js';
import type { Standards } from '../judge/standards.js';
import type { OperationId } from '../operation.js';

/** Selects operations by id, tag or path; the result is the union of the three. */
export interface OperationSelection {
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  /** Paths of the document, such as `/api/v1/commitments/*`: `*` matches within a segment, `**` across segments. */
  readonly paths?: readonly string[];
}

/** The selected operations, or all if none is selected, without the excluded ones. */
export interface ScopeOptions extends OperationSelection {
  readonly exclude?: OperationSelection;
}

type ScopedApi = Pick<Standards, 'operations' | 'basePath'>;

/** The operations that a run tests. */
export class Scope {
  readonly #included: ReadonlySet<OperationId>;
  /** Whether all operations are in scope. */
  readonly isWhole: boolean;

  /** @throws {CannotStart} if a name matches no operation, or no operation is left */
  constructor(api: ScopedApi, { exclude = {}, ...include }: ScopeOptions = {}) {
    const selected = isEmpty(include)
      ? api.operations.map(({ operationId }) => operationId)
      : select(api, include);
    const excluded = new Set(select(api, exclude));
    this.#included = new Set(selected.filter((id) => !excluded.has(id)));
    if (this.#included.size === 0)
      throw new CannotStart('No operation is in scope: every selected operation is excluded.');
    this.isWhole = this.size === api.operations.length;
  }

  get size(): number {
    return this.#included.size;
  }

  has(id: OperationId): boolean {
    return this.#included.has(id);
  }
}

function isEmpty({ operations: ids = [], tags = [], paths = [] }: OperationSelection): boolean {
  return ids.length + tags.length + paths.length === 0;
}

function select(
  api: ScopedApi,
  { operations: ids = [], tags = [], paths = [] }: OperationSelection,
): OperationId[] {
  return [
    ...ids.flatMap((id) => matching(api, 'operation', id, 'operationId', (name) => name === id)),
    ...tags.flatMap((tag) => matching(api, 'tag', tag, 'tag', (name) => name === tag)),
    ...paths.flatMap((glob) => matching(api, 'path', glob, 'path', (name) => matchesGlob(glob, name))),
  ];
}

/** @throws {CannotStart} if no operation matches */
function matching(
  { operations, basePath }: ScopedApi,
  what: string,
  wanted: string,
  member: 'operationId' | 'tag' | 'path',
  isMatch: (name: string) => boolean,
): OperationId[] {
  const found = operations.filter((operation) => isMatch(operation[member]));
  if (found.length > 0) return found.map(({ operationId }) => operationId);
  const names = [...new Set(operations.map((operation) => operation[member]))];
  const near = nearest(wanted, names);
  throw new CannotStart(
    member === 'path'
      ? `No path matches '${wanted}'.${near ? ` Did you mean '${near}'?` : ''} Paths begin with ${basePath}; '*' matches within a segment and '**' across segments.`
      : `Unknown ${what} '${wanted}'. ${near ? `Did you mean '${near}'?` : `The document has ${names.join(', ')}.`}`,
  );
}

/**
 * Whether a glob matches a path: `*` within a segment, `**` across segments. As a regular expression, a glob with many
 * stars would take exponential time.
 */
function matchesGlob(glob: string, path: string): boolean {
  let ends: ReadonlySet<number> = new Set([0]);
  for (const part of glob.match(/\*+|[^*]/g) ?? []) {
    ends = new Set([...ends].flatMap((start) => endsOf(part, path, start)));
  }
  return ends.has(path.length);
}

/** Where a match of one part of a glob that starts at an index may end. */
function endsOf(part: string, path: string, start: number): number[] {
  if (!part.startsWith('*')) return path[start] === part ? [start + 1] : [];
  const slash = path.indexOf('/', start);
  const last = part !== '*' || slash < 0 ? path.length : slash;
  return Array.from({ length: last - start + 1 }, (_, more) => start + more);
}

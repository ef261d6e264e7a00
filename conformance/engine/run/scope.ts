import { type OperationId, operations } from '../../../src/generated/operations.js';
import { nearest } from '../../../src/text/nearest.js';
import { CannotStart } from '../cannot-start.js';

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

/** The operations that a run tests. */
export class Scope {
  readonly #included: ReadonlySet<OperationId>;

  /** @throws {CannotStart} if a name matches no operation, or no operation is left */
  constructor({ exclude = {}, ...include }: ScopeOptions = {}) {
    const selected = isEmpty(include) ? operations.map(({ operationId }) => operationId) : select(include);
    const excluded = new Set(select(exclude));
    this.#included = new Set(selected.filter((id) => !excluded.has(id)));
    if (this.#included.size === 0)
      throw new CannotStart('No operation is in scope: every selected operation is excluded.');
  }

  get size(): number {
    return this.#included.size;
  }

  get isWhole(): boolean {
    return this.size === operations.length;
  }

  has(id: OperationId): boolean {
    return this.#included.has(id);
  }
}

function isEmpty({ operations: ids = [], tags = [], paths = [] }: OperationSelection): boolean {
  return ids.length + tags.length + paths.length === 0;
}

function select({ operations: ids = [], tags = [], paths = [] }: OperationSelection): OperationId[] {
  return [
    ...ids.flatMap((id) => matching('operation', id, 'operationId', (name) => name === id)),
    ...tags.flatMap((tag) => matching('tag', tag, 'tag', (name) => name === tag)),
    ...paths.flatMap((glob) => matching('path', glob, 'path', (name) => matchesGlob(glob, name))),
  ];
}

/** @throws {CannotStart} if no operation matches */
function matching(
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
      ? `No path matches '${wanted}'.${near ? ` Did you mean '${near}'?` : ''} Paths begin with /api/v1; '*' matches within a segment and '**' across segments.`
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

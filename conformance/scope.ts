import { type OperationId, operations } from '../src/generated/operations.js';
import { nearest } from '../src/text/nearest.js';
import { CannotStart } from './cannot-start.js';

/** Operations by their id, their tag or their path; each list adds to the others. */
export interface OperationSelection {
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  /** Paths of the document, such as `/api/v1/commitments/*`: `*` is a part of a segment, `**` any rest. */
  readonly paths?: readonly string[];
}

/** The operations that a run is about: those selected, or all where none is, without those excluded. */
export interface ScopeOptions extends OperationSelection {
  readonly exclude?: OperationSelection;
}

/** The operations that a run is about. */
export class Scope {
  readonly #included: ReadonlySet<OperationId>;

  /** @throws {CannotStart} when a name matches no operation, or none is left */
  constructor({ exclude = {}, ...include }: ScopeOptions = {}) {
    const selected = isEmpty(include) ? operations.map(({ operationId }) => operationId) : select(include);
    const excluded = new Set(select(exclude));
    this.#included = new Set(selected.filter((id) => !excluded.has(id)));
    if (this.#included.size === 0)
      throw new CannotStart('No operation is in scope: all that are selected are excluded.');
  }

  /** How many operations it has. */
  get size(): number {
    return this.#included.size;
  }

  /** Whether it has every operation. */
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
    ...paths.flatMap((glob) => matching('path', glob, 'path', (name) => patternOf(glob).test(name))),
  ];
}

/** @throws {CannotStart} when no operation has such a name */
function matching(
  what: string,
  wanted: string,
  member: 'operationId' | 'tag' | 'path',
  isMeant: (name: string) => boolean,
): OperationId[] {
  const found = operations.filter((operation) => isMeant(operation[member]));
  if (found.length > 0) return found.map(({ operationId }) => operationId);
  const names = [...new Set(operations.map((operation) => operation[member]))];
  const near = nearest(wanted, names);
  throw new CannotStart(
    member === 'path'
      ? `No path matches '${wanted}'.${near ? ` Did you mean '${near}'?` : ''} Paths begin with /api/v1, and '**' stands for any rest.`
      : `Unknown ${what} '${wanted}'. ${near ? `Did you mean '${near}'?` : `The document has ${names.join(', ')}.`}`,
  );
}

function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
  return new RegExp(`^${source}$`);
}

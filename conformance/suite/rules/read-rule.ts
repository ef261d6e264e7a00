import { document } from '../../../src/generated/full-document.js';
import { type OperationId, operations } from '../../../src/generated/operations.js';
import { proposal } from '../claims.js';
import { environment, type Rule } from './rule.js';

/** A value in CEL after `=`, as it is otherwise, several for a repeated parameter, or null to leave it out. */
export type Value = string | number | null | readonly (string | number)[];

/** A read whose `data` has a name. */
export interface Read {
  /** The operation of the rule by default. */
  readonly operation?: OperationId;
  /** Parameters in the path; those of the suite's valid request by default. */
  readonly path?: Readonly<Record<string, Value>>;
  /** Parameters that differ from the suite's valid request. */
  readonly query?: Readonly<Record<string, Value>>;
  /** A name and a list in CEL: one read for each of at most 12 elements, whose `data` are a list. */
  readonly for?: Readonly<Record<string, string>>;
  /** The rule does not apply if the read fails, because a server may lack its parameters. */
  readonly optional?: boolean;
}

/** The elements of a list, which may be in CEL: the rule is judged for each of them. */
export interface Each {
  readonly in: string | readonly string[];
  /** The most elements that are judged: by default 1,000, fewer if lists are longer, and 12 if there are reads for each. */
  readonly most?: number;
}

/** A valid request by its operation, a read, or each element of a list. */
export type Step = OperationId | Read | Each;

/** A rule about several reads, as `x-rules` of an operation states it. `self` is the data of its valid request. */
export interface ReadRule extends Omit<Rule, 'rule' | 'operations'> {
  /** What the rule reads, by name. Each may depend on those before it. */
  readonly reads: Readonly<Record<string, Step>>;
  /** The claim in CEL, or several, each of which applies where its values are known. */
  readonly rule: string | readonly string[];
  /** Requests that no other check sends; 0 by default. */
  readonly requests?: number;
  /** Whether another API key with the same data may send them. */
  readonly anyKey?: boolean;
}

/**
 * Returns the rules of all operations by id. An id may occur in several operations.
 *
 * @param paths of the document
 * @throws {Error} if a name of a read has another meaning, with which the rule would never apply
 */
export function readRules(
  paths: Readonly<Record<string, any>> = document.paths,
): ReadonlyMap<string, ReadonlyMap<OperationId, ReadRule>> {
  const rules = new Map<string, Map<OperationId, ReadRule>>();
  for (const { operationId, path, method } of operations) {
    const own: readonly ReadRule[] = paths[path][method.toLowerCase()]['x-rules'] ?? [];
    for (const rule of own) {
      expectVariables(rule);
      rules.set(rule.id, new Map([...(rules.get(rule.id) ?? []), [operationId, { ...proposal, ...rule }]]));
    }
  }
  return rules;
}

function expectVariables({ id, reads }: ReadRule): void {
  const names = Object.entries(reads).flatMap(([name, step]) => [name, ...Object.keys(elementsOf(step))]);
  const taken = names.find((name) => !isVariable(name));
  if (taken === undefined) return;
  const reason = ofEveryRule.has(taken) ? 'is a value of every rule' : 'cannot be a variable in CEL';
  throw new Error(`x-rules: the rule ${id} names a read \`${taken}\`, which ${reason}. Choose another name.`);
}

const elementsOf = (step: Step) => (typeof step !== 'string' && 'for' in step && step.for) || {};

/** What a read of the same name would hide. */
const ofEveryRule = new Set(['self', 'query', 'path', 'now', 'found', 'bill']);

/** The types that have no variable of their name in this implementation of CEL, but may have in others. */
const otherTypes = new Set(['dyn', 'duration', 'timestamp']);

/** Whether a name is a variable, unlike `type`, which is a value of CEL, `in`, and what is not an identifier. */
function isVariable(name: string): boolean {
  if (ofEveryRule.has(name) || otherTypes.has(name) || !/^[a-z_]\w*$/i.test(name)) return false;
  return environment.check(name).type === 'dyn';
}

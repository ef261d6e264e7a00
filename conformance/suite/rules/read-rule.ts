import { document } from '../../../src/generated/full-document.js';
import { type OperationId, operations } from '../../../src/generated/operations.js';
import { proposal } from '../claims.js';
import type { Rule } from './rule.js';

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
  /** The most elements that are judged: by default all, and 12 if there are reads for each. */
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

/** Returns the rules of all operations by id. An id may occur in several operations. */
export function readRules(): ReadonlyMap<string, ReadonlyMap<OperationId, ReadRule>> {
  const rules = new Map<string, Map<OperationId, ReadRule>>();
  for (const { operationId, path, method } of operations) {
    const own: readonly ReadRule[] = document.paths[path][method.toLowerCase()]['x-rules'] ?? [];
    for (const rule of own) {
      rules.set(rule.id, new Map([...(rules.get(rule.id) ?? []), [operationId, { ...proposal, ...rule }]]));
    }
  }
  return rules;
}

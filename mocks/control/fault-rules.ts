import type { Operation } from '../../src/generated/operations.js';
import type { FaultRule } from './fault.js';

/** A rule with what has come of it. */
export type CountedRule = FaultRule & {
  /** Requests it has looked at since it was set. */
  readonly seen: number;
  /** Those that it has spoilt. */
  readonly spoilt: number;
};

/** The rules in force, the first that applies wins. */
export interface FaultRules {
  list(): readonly CountedRule[];
  /** Takes the place of all rules there are; counting starts again. */
  set(rules: readonly FaultRule[]): void;
  /** Counts a request, and says what is to go wrong with it. */
  next(operation: Operation): FaultRule | null;
}

export function createFaultRules(): FaultRules {
  let counted: { readonly rule: FaultRule; seen: number; spoilt: number }[] = [];
  return {
    list: () => counted.map(({ rule, seen, spoilt }) => ({ ...rule, seen, spoilt })),
    set(rules) {
      counted = rules.map((rule) => ({ rule, seen: 0, spoilt: 0 }));
    },
    next(operation) {
      let chosen: FaultRule | null = null;
      for (const entry of counted) {
        if (!isAbout(entry.rule, operation)) continue;
        entry.seen += 1;
        if (chosen || !isDue(entry.rule, entry.seen, entry.spoilt)) continue;
        entry.spoilt += 1;
        chosen = entry.rule;
      }
      return chosen;
    },
  };
}

/** No operation is answered with a status that the document does not give it. */
function isAbout(rule: FaultRule, { operationId, responses }: Operation): boolean {
  if (rule.operation !== '*' && rule.operation !== operationId) return false;
  return rule.kind !== 'status' || responses[rule.status] !== undefined;
}

function isDue({ nth, every, count }: FaultRule, seen: number, spoilt: number): boolean {
  if (count !== undefined && spoilt >= count) return false;
  if (nth !== undefined) return seen === nth;
  return every === undefined || seen % every === 0;
}

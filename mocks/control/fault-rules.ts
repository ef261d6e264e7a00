import type { Operation } from '../../src/generated/operations.js';
import type { FaultRule } from './fault.js';

/** A rule with its counters. */
export type CountedRule = FaultRule & {
  /** Requests that matched the rule's operation since the rule was set. */
  readonly matched: number;
  /** Requests into which the rule injected its fault. */
  readonly injected: number;
};

export type FaultRules = ReturnType<typeof createFaultRules>;

/** Creates a list of active rules. The first one that applies takes precedence. */
export function createFaultRules() {
  let counted: { readonly rule: FaultRule; matched: number; injected: number }[] = [];
  return {
    list: (): readonly CountedRule[] =>
      counted.map(({ rule, matched, injected }) => ({ ...rule, matched, injected })),
    /** Replaces all rules and resets their counters. */
    set(rules: readonly FaultRule[]): void {
      counted = rules.map((rule) => ({ rule, matched: 0, injected: 0 }));
    },
    /** Counts a request and returns the rule to apply to it. */
    next(operation: Operation): FaultRule | null {
      let chosen: FaultRule | null = null;
      for (const entry of counted) {
        if (!appliesTo(entry.rule, operation)) continue;
        entry.matched += 1;
        if (chosen || !isDue(entry.rule, entry.matched, entry.injected)) continue;
        entry.injected += 1;
        chosen = entry.rule;
      }
      return chosen;
    },
  };
}

/** A status rule applies only to operations that document the status. */
function appliesTo(rule: FaultRule, { operationId, responses }: Operation): boolean {
  if (rule.operation !== '*' && rule.operation !== operationId) return false;
  return rule.kind !== 'status' || responses[rule.status] !== undefined;
}

function isDue({ nth, every, count }: FaultRule, matched: number, injected: number): boolean {
  if (count !== undefined && injected >= count) return false;
  if (nth !== undefined) return matched === nth;
  return every === undefined || matched % every === 0;
}

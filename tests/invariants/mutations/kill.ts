import type { OperationId } from '../../../src/generated/operations.js';
import type { TestWorld } from '../support/ask.js';
import type { Claim } from '../support/claims.js';
import { changedAt } from './figures.js';
import { type Mutant, mutate } from './mutants.js';

/** A world in which one operation is wrong in one way. */
function mutated(world: TestWorld, { operationId, place, mutation }: Mutant): TestWorld {
  const answers = new Map<string, unknown>();
  return {
    ...world,
    ask(asked, request = {}) {
      if (asked !== operationId) return world.ask(asked, request);
      const key = JSON.stringify(request);
      const known = answers.get(key);
      if (known !== undefined) return known;
      const answer = changedAt(world.ask(asked, request), place, (value) => mutate(mutation, value));
      answers.set(key, answer);
      return answer;
    },
    anew: () => mutated(world.anew(), { operationId, place, mutation }),
  };
}

/** What a claim asked, operation by operation: all that can change its mind. */
export interface Hearing {
  readonly claim: Claim;
  readonly world: TestWorld;
  readonly answers: ReadonlyMap<OperationId, readonly unknown[]>;
}

/** Lets a claim ask a world, and writes down what it was told. */
export function hear(claim: Claim, world: TestWorld): Hearing {
  const answers = new Map<OperationId, unknown[]>();
  const listening = (one: TestWorld): TestWorld => ({
    ...one,
    ask(operationId, request) {
      const answer = one.ask(operationId, request);
      const known = answers.get(operationId) ?? [];
      known.push(answer);
      answers.set(operationId, known);
      return answer;
    },
    anew: () => listening(one.anew()),
  });
  claim.check(listening(world));
  return { claim, world, answers };
}

/** @returns what claim noticed in which world; undefined when the mutant survives them all */
export function killerOf(mutant: Mutant, hearings: readonly Hearing[]): Hearing | undefined {
  return hearings.find(({ claim, world, answers }) => {
    if (!answers.has(mutant.operationId)) return false;
    try {
      claim.check(mutated(world, mutant));
      return false;
    } catch {
      return true;
    }
  });
}

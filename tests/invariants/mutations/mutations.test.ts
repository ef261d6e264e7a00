import { expect, it, vi } from 'vitest';
import type { Scenario } from '../../../mocks/world/index.js';
import { type OperationId, operations } from '../../../src/generated/operations.js';
import { invariants } from '../index.js';
import { worldOf } from '../support/ask.js';
import { remembering } from '../support/remembering.js';
import { requestsTo } from '../support/requests.js';
import { type Hearing, hear, killerOf } from './kill.js';
import { type Mutant, mutantsOf } from './mutants.js';
import { survivors } from './survivors.js';

// A mutant that survives has been shown to every claim.
vi.setConfig({ testTimeout: 120_000 });

/** Figures are known in the first world, and unknown in the others for one reason each. */
const scenarios: readonly Scenario[] = ['default', 'unmeasured', 'failing-lookups'];

const worlds = scenarios.map((scenario) => ({ scenario, world: remembering(worldOf({ scenario })) }));
const hearings = worlds.flatMap(({ scenario, world }) =>
  invariants.filter((claim) => claim.scenarios.includes(scenario)).map((claim) => hear(claim, world)),
);

/** What an operation answers to the claims and to every other kind of request. */
function answersOf(operationId: OperationId): readonly unknown[] {
  return [
    ...hearings.flatMap(({ answers }) => answers.get(operationId) ?? []),
    ...worlds.flatMap(({ world }) =>
      requestsTo(operationId, world.ask).map((request) => world.ask(operationId, request)),
    ),
  ];
}

function survivorsAmong(mutants: readonly Mutant[]): readonly Mutant[] {
  let jury: readonly Hearing[] = hearings;
  return mutants.filter((mutant) => {
    const killer = killerOf(mutant, jury);
    // Who noticed one thing is likely to notice the next.
    if (killer !== undefined) jury = [killer, ...jury.filter((one) => one !== killer)];
    return killer === undefined;
  });
}

const scores: (readonly [operationId: string, noticed: number, mutants: number])[] = [];

it.each(operations.map(({ operationId }) => operationId))(
  '%s cannot show a wrong figure that no invariant notices',
  (operationId) => {
    const mutants = mutantsOf(operationId, answersOf(operationId));
    const found = survivorsAmong(mutants);
    const known = Object.entries(survivors[operationId] ?? {}).flatMap(([place, [, ...mutations]]) =>
      mutations.map((mutation) => `${place} ${mutation}`),
    );
    scores.push([operationId, mutants.length - found.length, mutants.length]);
    expect(found.map(({ place, mutation }) => `${place} ${mutation}`).toSorted()).toEqual(known.toSorted());
  },
);

it('has the scores that are written down', async () => {
  const sum = (at: 1 | 2) => scores.reduce((all, score) => all + score[at], 0);
  const lines = [...scores, ['all operations', sum(1), sum(2)] as const].map(
    ([name, noticed, mutants]) => `${name}: ${noticed} of ${mutants} mutants are noticed`,
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./scores.txt');
});

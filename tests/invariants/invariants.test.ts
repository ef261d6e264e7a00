import { afterAll, describe, it, vi } from 'vitest';
import { scenarios } from '../../mocks/world/index.js';
import { costsElsewhere } from './cost-breakdown.js';
import { savingsRate, uncoveredBase, worthBuying } from './coverage.js';
import { forecast } from './forecast.js';
import { invariants } from './index.js';
import { budgets, invoiceMonths } from './invoices.js';
import { type TestWorld, worldOf } from './support/ask.js';
import { remembering } from './support/remembering.js';
import { worldsOf } from './support/worlds.js';

// Each test looks at twenty worlds, and the first to look grows them.
vi.setConfig({ testTimeout: 120_000 });

describe.each(scenarios.filter((scenario) => scenario !== 'empty'))('in every %s world', (scenario) => {
  const options = worldsOf(scenario);
  // Grown once, and asked each thing once for all claims together.
  const grown = new Map<number, TestWorld>();
  const worldAt = (at: number) => {
    const world = grown.get(at) ?? remembering(worldOf(options[at]));
    grown.set(at, world);
    return world;
  };
  afterAll(() => grown.clear());

  const said = invariants.filter((claim) => claim.scenarios.includes(scenario));
  it.each(said.map((claim) => [claim.sentence, claim] as const))('%s', (_, claim) => {
    options.forEach((one, at) => {
      try {
        claim.check(worldAt(at));
      } catch (error) {
        throw new Error(`In ${JSON.stringify(one)}: ${(error as Error).message}`, { cause: error });
      }
    });
  });
});

describe('in the large world as it is, with a hundred thousand commitments', () => {
  const world = remembering(worldOf({ scenario: 'large' }));
  // Those that ask about each commitment would take minutes, and say what the small ones have said.
  const said = [
    ...savingsRate,
    ...uncoveredBase,
    ...worthBuying,
    ...costsElsewhere,
    ...forecast,
    ...invoiceMonths,
    ...budgets,
  ].filter(({ scenarios: own }) => own.includes('large'));
  it.each(said.map((claim) => [claim.sentence, claim] as const))('%s', (_, claim) => claim.check(world));
});

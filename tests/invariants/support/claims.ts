import fc from 'fast-check';
import type { Scenario } from '../../../mocks/world/index.js';
import type { TestWorld } from './ask.js';

/** Something that holds between the answers of any world of some scenarios. */
export interface Claim {
  /** What it is about, and what it says of it. */
  readonly sentence: string;
  /** The invariants that it holds worlds to: W1 and so on. */
  readonly invariants: readonly string[];
  readonly scenarios: readonly Scenario[];
  /** Fails in a world in which it does not hold. */
  check(world: TestWorld): void;
}

type Check = Pick<Claim, 'scenarios' | 'check'>;

/** Worlds with commitments that have been measured. */
const measuredScenarios: readonly Scenario[] = ['default', 'large', 'expiring-soon', 'failing-lookups'];

/** Cases looked at in each world by a claim about many. */
const casesInAWorld = 6;

/** Claims about one subject, each a sentence that begins with the invariants it stands for. */
export function claims(subject: string, checks: Readonly<Record<string, Check>>): readonly Claim[] {
  return Object.entries(checks).map(([sentence, check]) => ({
    sentence: `${subject}: ${sentence}`,
    invariants: /^[\w, ]*:/.exec(sentence)?.[0].match(/W\d+/g) ?? [],
    ...check,
  }));
}

/** Holds in every world with data. */
export function anywhere(check: Claim['check']): Check {
  return { scenarios: [...measuredScenarios, 'unmeasured'], check };
}

/** Can only be said where commitments have been measured. */
export function measured(check: Claim['check']): Check {
  return { scenarios: measuredScenarios, check };
}

/** Can only be said of the organization of the default world, which was made to show it. */
export function telling(check: Claim['check']): Check {
  return { scenarios: measuredScenarios.filter((scenario) => scenario !== 'large'), check };
}

/** Can only be said in worlds of these scenarios. */
export function only(scenarios: readonly Scenario[], check: Claim['check']): Check {
  return { scenarios, check };
}

/** Holds in every world with data, for each of its cases; a world looks at some. */
export function anywhereFor<T>(cases: fc.Arbitrary<T>, check: (world: TestWorld, one: T) => void): Check {
  return anywhere((world) => {
    for (const one of fc.sample(cases, { numRuns: casesInAWorld, seed: world.clock.now() })) {
      try {
        check(world, one);
      } catch (error) {
        throw new Error(`For ${JSON.stringify(one)}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
}

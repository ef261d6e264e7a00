import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import { type CompleteExchange, isSuccess } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable, type Violation } from '../../../engine/judge/outcome.js';
import type { Operation } from '../../../engine/operation.js';
import type { CorrectRequest, Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { proposal, stated } from '../../claims.js';
import { expectSuccess } from '../../expect/response.js';
import { alikeCases, allowedCases, type Case, changeEach, queryOf, requestWith } from './cases.js';

/** Defaults that the service states. */
const statedDefaults: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  getCommitmentOverview: { commitment_type: 'all', provider: 'provider_a' },
  listCommitmentInventory: { provider: 'provider_a' },
  getCommitmentUtilization: { type: 'ri', granularity: 'daily' },
  getEffectiveSavingsRate: { scope: 'eligible' },
  getCommitmentPortfolio: { basis: 'net' },
  listCommitmentRecommendations: { commitment_type: 'all' },
  getCostForecast: { credits: 'after' },
};

const defaultsOf = ({ operationId }: Operation) => Object.entries(statedDefaults[operationId] ?? {});

/** The significant digits of a sum that do not depend on the order in which a database adds. */
const digits = 12;

/** Members that depend on the clock. */
const ofClock = /(_seconds|_at)$/;

/** Returns the data without members that change between two requests, and without last digits. */
function withoutChanges(value: unknown, changing: ReadonlySet<string>): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(digits));
  if (Array.isArray(value)) return value.map((item) => withoutChanges(item, changing));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !changing.has(name) && !ofClock.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => [name, withoutChanges(own, changing)]),
  );
}

function areAlike(one: CompleteExchange, other: CompleteExchange, changing: ReadonlySet<string>): boolean {
  const [left, right] = [one, other].map(({ response }) =>
    JSON.stringify(withoutChanges(response.json?.data, changing)),
  );
  return left === right;
}

/** Returns the names of members that have other values in two responses to the same request, such as a duration. */
function changingNames(one: any, other: any, name = ''): string[] {
  const areObjects = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects) return one === other ? [] : [name];
  return Object.keys(one).flatMap((own) =>
    changingNames(one[own], other[own], Array.isArray(one) ? name : own),
  );
}

/** Compares the response without a parameter with that to its default. */
async function compareDefault(
  probe: Probe,
  { plan, exchange: without }: CorrectRequest,
  [name, value]: readonly [string, string],
): Promise<true | Violation> {
  const explicit = await probe.send(withQuery(plan, name, value));
  if (explicit.response.status >= 300) {
    throw new NotApplicable(`${name}=${value} is rejected, which another check reports`);
  }
  if (areAlike(without, explicit, new Set())) return true;
  const repeated = await probe.send(plan, { again: true });
  const changing = changingNames(without.response.json?.data, repeated.response.json?.data);
  return (
    areAlike(without, explicit, new Set(changing)) || {
      message: `The response without \`${name}\` differs from the response with its default, ${name}=${value}.`,
      expected: `the data of ${plan.path} without ${name}: ${show(without.response.json?.data)}`,
      actual: show(explicit.response.json?.data),
      exchange: explicit,
    }
  );
}

export const acceptedChecks: readonly Check[] = [
  {
    id: 'parameters.allowed-values-are-accepted',
    ...stated,
    requirement: 'Every documented value of a parameter is accepted.',
    source: 'Endpoints, query parameters',
    operations: (operation) => allowedCases(operation).length > 0,
    requests: 5,
    async run(probe) {
      const correct = await probe.correct();
      const withAll = (cases: readonly Case[]) =>
        cases.reduce((plan, { name, value }) => withQuery(plan, name, value), correct.plan);
      await eachCase(alikeCases(probe.operation), async (cases) => {
        // One request for all, and one for each only if it fails.
        if (cases.length > 1 && isSuccess(await probe.send(withAll(cases)))) return;
        await changeEach(probe, correct, cases, (exchange, one, more) =>
          expectSuccess(exchange, requestWith(one), more),
        );
      });
    },
  },
  {
    id: 'parameters.default-is-as-documented',
    ...stated,
    requirement: 'Omitting a parameter is equivalent to sending its default.',
    source: 'Endpoints, query parameters: defaults',
    operations: (operation) => defaultsOf(operation).length > 0,
    requests: 1,
    async run(probe) {
      const correct = await probe.correct();
      await eachCase(defaultsOf(probe.operation), async (one) => {
        const judgment = await compareDefault(probe, correct, one);
        if (judgment !== true) fail(judgment);
      });
    },
  },
];

export const unknownParameterCheck: Check = {
  id: 'parameters.unknown-one-is-ignored',
  ...proposal,
  requirement: 'An unknown query parameter is ignored.',
  source: 'Versioning, rule 4: additions do not break existing calls',
  operations: (operation) => operation.method === 'GET' && queryOf(operation).length > 0,
  anyKey: true,
  async run(probe) {
    const { plan } = await probe.correctOfAnyKey();
    const exchange = await probe.send(withQuery(plan, 'no_such_parameter', '1'));
    expectSuccess(exchange, 'A request with an unknown query parameter');
  },
};

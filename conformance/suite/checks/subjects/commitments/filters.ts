import type { OperationId } from '../../../../../src/generated/operations.js';
import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { withQuery } from '../../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import type { Probe } from '../../../../engine/run/probe.js';
import { show } from '../../../../engine/show.js';
import { derived, recommended, stated } from '../../../claims.js';
import { isProposedParameter } from '../../../contract.js';
import { known } from '../../../discovery.js';
import { expectSuccess } from '../../../expect/response.js';
import { dataOf, requested } from '../../shared/exchange-data.js';
import { forEachRow } from '../../shared/for-each-row.js';
import { having } from '../../shared/objects-with.js';
import { successOf } from '../../shared/success-of.js';

interface NamedNumber {
  readonly name: string;
  readonly value: number;
}

/** Returns the numbers in a value, at any depth and in order, with their field names. */
function numbersIn(value: unknown, name = 'data'): NamedNumber[] {
  if (typeof value === 'number') return [{ name, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, key));
}

const valuesIn = (exchange: CompleteExchange) => numbersIn(dataOf(exchange)).map(({ value }) => value);

/** Counts the numbers and the nulls among the figures of an overview, other than those of accounts. */
function countsOf(exchange: CompleteExchange) {
  const values = Object.values(dataOf(exchange));
  return {
    numbers: values.filter((value) => typeof value === 'number').length,
    nulls: values.filter((value) => value === null).length,
  };
}

/**
 * Returns the figures of a provider's overview that are not zero. A benchmark is a figure of similar organizations,
 * and a number that both providers share, while others differ, may be a setting such as the days of a window.
 */
function figuresIn(exchange: CompleteExchange, own: CompleteExchange) {
  const figuresOf = (one: CompleteExchange) =>
    numbersIn(dataOf(one)).filter(({ name, value }) => value !== 0 && !name.startsWith('benchmark'));
  const [here, there] = [figuresOf(exchange), figuresOf(own)];
  const isShared = ({ name, value }: NamedNumber) =>
    there.some((other) => other.name === name && other.value === value);
  const figures = here.filter((figure) => !isShared(figure));
  // The overview ignores the provider if it is the same for both.
  return figures.length === 0 && here.length === there.length ? here : figures;
}

/** Reads of one provider, `provider_a` by default. */
const ofOneProvider = ['getCommitmentUtilization', 'getCoverageRates', 'getCommitmentsByService'] as const;

const basisOf = (operation: OperationId) =>
  isProposedParameter(operation, 'query:provider') ? ('proposed' as const) : undefined;

const isOther = (provider: string) => provider !== 'provider_a';

/** Reads the figures of a provider other than the default one; of one that has commitments, if any. */
async function ofOtherProvider(probe: Probe): Promise<CompleteExchange> {
  const withCommitments = known(probe.found.commitments).map(({ provider }) => provider);
  const other = [...withCommitments, ...known(probe.found.providers)].find(isOther);
  if (other === undefined) throw new NotApplicable('the target has no second provider');
  const { plan } = await probe.correctOfAnyKey({ withSameData: true });
  return successOf(probe, withQuery(plan, 'provider', other));
}

/** Returns the figures of a type that differ from those of all; all of them if none does, or if they are other rows. */
function figuresOfType(own: readonly number[], whole: readonly number[]): readonly number[] {
  // Costs of all usage do not depend on the type.
  const dependent = own.filter((value, index) => value !== whole[index]);
  return own.length === whole.length && dependent.length > 0 ? dependent : own;
}

/** Checks that the state, service, instrument and provider of a request select the rows. */
export const filterChecks: readonly Check[] = [
  forEachRow('listCommitmentInventory', {
    id: 'commitments.state-filter-returns-only-matches',
    ...stated,
    requirement: 'The inventory filtered by `state` contains only commitments in that state.',
    source: 'Commitment reads: inventory; Inventory state',
    each: (data, exchange) => {
      const state = requested(exchange, 'state');
      return state === undefined ? [] : having(data, 'state').map((row) => ({ row, state }));
    },
    judge: ({ row, state }) =>
      row.state === state || {
        message: `The inventory filtered by \`state=${state}\` contains a commitment in another state.`,
        expected: `state ${show(state)}`,
        actual: `state ${show(row.state)}`,
      },
  }),
  {
    id: 'commitments.instruments-are-separate',
    ...stated,
    requirement:
      'The inventory with `instrument=ri` and the inventory with `instrument=sp` have no commitment in common.',
    source: 'Commitment reads: inventory, one row per commitment of the instrument',
    operations: ['listCommitmentInventory'],
    requests: 2,
    async run(probe) {
      const { plan } = await probe.correct();
      const [ri, sp] = await Promise.all(
        ['ri', 'sp'].map(async (instrument) => {
          const exchange = await probe.send(withQuery(plan, 'instrument', instrument));
          const ids = having(dataOf(exchange), 'state').map(({ id }) => id);
          return { exchange, ids: ids.filter((id) => typeof id === 'string') };
        }),
      );
      if (!ri || !sp || ri.ids.length === 0 || sp.ids.length === 0) {
        throw new NotApplicable('the inventory does not contain both instruments');
      }
      const planIds = new Set(sp.ids);
      const both = ri.ids.find((id) => planIds.has(id));
      if (both === undefined) return;
      fail({
        message: 'The inventory contains a commitment with `instrument=ri` and with `instrument=sp`.',
        expected: 'each commitment for one instrument',
        actual: `${show(both)} for ri and sp`,
        exchange: sp.exchange,
      });
    },
  },
  {
    id: 'commitments.figures-are-of-the-provider',
    ...recommended,
    requirement: 'Utilization, coverage and the grid of another `provider` have other figures.',
    source: 'Commitment read semantics, rule 5; Proposed by this contract: the parameter `provider`',
    operations: ofOneProvider,
    anyKey: true,
    async run(probe) {
      const { exchange: own } = await probe.correct();
      const exchange = await ofOtherProvider(probe);
      const there = valuesIn(own);
      // Whole numbers may be equal by chance.
      if (there.every(Number.isInteger)) {
        throw new NotApplicable('the response for provider_a has no figures to compare');
      }
      if (valuesIn(exchange).join() !== there.join()) return;
      fail({
        basis: basisOf(probe.operation.operationId),
        message: '`provider` does not change the figures.',
        expected: 'the figures of the requested provider',
        actual: `the same ${there.length} numbers as without \`provider\``,
        exchange,
      });
    },
  },
  {
    id: 'commitments.other-providers-have-zeros',
    ...stated,
    requirement: 'The overview of every provider other than provider_a contains only zeros.',
    source: 'Commitment reads: overview',
    operations: ['getCommitmentOverview'],
    async run(probe) {
      const { plan, exchange: own } = await probe.correct();
      const other = known(probe.found.providers).find(isOther);
      if (other === undefined) throw new NotApplicable('the target has no second provider');
      const exchange = await probe.send(withQuery(plan, 'provider', other));
      expectSuccess(exchange, `An overview request for provider ${show(other)}`, {
        expected: 'a successful response with zeros',
      });
      if (countsOf(exchange).numbers === 0 && countsOf(exchange).nulls > 0 && countsOf(own).numbers > 0) {
        fail({
          message: `The figures of the overview of provider ${show(other)} are null.`,
          expected: 'zeros',
          actual: 'null',
          exchange,
        });
      }
      const first = figuresIn(exchange, own)[0];
      if (!first) return;
      fail({
        message: `The overview of provider ${show(other)} contains a number other than zero.`,
        expected: `${first.name} 0`,
        actual: `${first.name} ${first.value}`,
        exchange,
      });
    },
  },
  ...(
    [
      ['commitments.utilization-is-of-the-type', 'getCommitmentUtilization', 'type'],
      ['commitments.recommendations-are-of-the-type', 'listCommitmentRecommendations', 'commitment_type'],
      ['commitments.overview-is-of-the-type', 'getCommitmentOverview', 'commitment_type'],
    ] satisfies [string, OperationId, string][]
  ).map(
    ([id, operation, parameter]): Check => ({
      id,
      ...derived,
      requirement: `\`${parameter}=ri\` and \`${parameter}=sp\` return different figures.`,
      source: `Commitment reads: ${parameter}: ri, sp`,
      operations: [operation],
      requests: 2,
      async run(probe) {
        const { plan, exchange } = await probe.correct();
        const kinds = known(probe.found.commitments).map(({ kind }) => kind);
        // All figures of an instrument without commitments are zero.
        if (!['reserved_instance', 'savings_plan'].every((kind) => kinds.includes(kind))) {
          throw new NotApplicable('the target does not have both reservations and savings plans');
        }
        const whole = valuesIn(exchange);
        const reserved = valuesIn(await probe.send(withQuery(plan, parameter, 'ri')));
        const other = await probe.send(withQuery(plan, parameter, 'sp'));
        const figures = figuresOfType(reserved, whole).filter((value) => value !== 0);
        if (figures.length === 0) {
          throw new NotApplicable('the response contains no figure for reservations');
        }
        // Counts may be equal: a server may have one reservation and one plan.
        if (figures.every(Number.isInteger)) {
          throw new NotApplicable('the response contains only whole numbers, which may be equal by chance');
        }
        if (reserved.join() !== valuesIn(other).join()) return;
        fail({
          message: `\`${parameter}=ri\` and \`${parameter}=sp\` return the same figures.`,
          expected: 'different figures',
          actual: `the same ${reserved.length} figures`,
          exchange: other,
        });
      },
    }),
  ),
];

import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import { known } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { fail, NotApplicable } from '../../outcome.js';
import { withQuery } from '../../requests.js';
import { rowsOf } from '../exchange-data.js';
import { about, areUnique } from './about.js';
import { successOf } from './success-of.js';

const kindsOf: Readonly<Record<string, readonly string[]>> = {
  provider_a: ['reserved_instance', 'savings_plan'],
  provider_b: ['committed_use_discount', 'spend_commitment'],
};

/** Numbers anywhere in a value that are not zero, each with the name it stands under. */
function nonZero(value: unknown, name = 'data'): { name: string; value: number }[] {
  if (typeof value === 'number') return value === 0 ? [] : [{ name, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => nonZero(part, key));
}

export const commitmentChecks: readonly Check[] = [
  about('listCommitments', {
    id: 'commitments.kind-fits-provider',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'provider_a has reserved instances and savings plans, provider_b committed use discounts and spend commitments.',
    source: 'Commitment row: kind',
    each: (data) => rowsOf(data.items).filter(({ provider }) => kindsOf[provider] !== undefined),
    judge: ({ id, provider, kind }) =>
      kindsOf[provider]?.includes(kind) || {
        message: `Commitment ${show(id)} of ${show(provider)} has a kind of another provider.`,
        expected: kindsOf[provider]?.join(' or ') ?? '',
        actual: show(kind),
      },
  }),
  areUnique('listCommitments', {
    id: 'commitments.ids-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: 'No two commitments of one provider have the same id.',
    source: 'Commitment row: id',
    what: 'A commitment',
    keys: (data) => rowsOf(data.items).map(({ provider, id }) => `${provider} ${id}`),
  }),
  about('listCommitments', {
    id: 'commitments.percentages-are-shares',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Utilization and coverage of a commitment lie between 0 and 100, or are null.',
    source: 'Commitment read semantics, rules 3 and 4',
    each: (data) => rowsOf(data.items),
    judge: (item) => {
      for (const name of ['current_utilization_pct', 'current_coverage_pct']) {
        const value = item?.[name];
        if (typeof value !== 'number' || (value >= 0 && value <= 100)) continue;
        return {
          message: `${name} of ${show(item.id)} is no share.`,
          expected: 'from 0 to 100',
          actual: String(value),
        };
      }
      return true;
    },
  }),
  about('listCommitments', {
    id: 'commitments.end-is-after-start',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A commitment ends after it starts.',
    source: 'Commitment row: start_date, end_date',
    each: (data) =>
      rowsOf(data.items).filter(
        ({ start_date, end_date }) =>
          !Number.isNaN(Date.parse(start_date)) && !Number.isNaN(Date.parse(end_date)),
      ),
    judge: ({ id, start_date, end_date }) =>
      Date.parse(end_date) > Date.parse(start_date) || {
        message: `Commitment ${show(id)} ends before it starts.`,
        expected: `an end after ${start_date}`,
        actual: String(end_date),
      },
  }),
  {
    kind: 'probe',
    id: 'commitments.other-providers-have-zeros',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The overview of another provider than provider_a returns zeros.',
    source: 'Commitment reads: overview',
    operations: ['getCommitmentOverview'],
    async run(probe) {
      const { plan } = await probe.correct();
      const other = known(probe.found.providers).find((provider) => provider !== 'provider_a');
      if (other === undefined) throw new NotApplicable('the target has no second provider');
      const exchange = await probe.send(withQuery(plan, 'provider', other));
      if (exchange.response.status >= 300) {
        fail({
          message: `The overview of ${show(other)} is refused.`,
          expected: 'a success with zeros',
          actual: describe(exchange),
          exchange,
        });
      }
      // A benchmark is what others reach, not a figure of this provider.
      const [first] = nonZero(exchange.response.json?.data).filter(
        ({ name }) => !name.startsWith('benchmark'),
      );
      if (!first) return;
      fail({
        message: `The overview of ${show(other)} is not all zeros.`,
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
      kind: 'probe',
      id,
      level: 'MUST',
      basis: 'derived',
      requirement: 'What is told of reservations is not what is told of savings plans.',
      source: `Commitment reads: ${parameter}: ri, sp`,
      operations: [operation],
      cost: 2,
      async run(probe) {
        const { plan } = await probe.correct();
        const kinds = known(probe.found.commitments).map(({ kind }) => kind);
        // Of what is not held, all that is told is alike.
        if (!['reserved_instance', 'savings_plan'].every((kind) => kinds.includes(kind))) {
          throw new NotApplicable('the target does not hold both reservations and savings plans');
        }
        const [ri, sp] = await Promise.all(
          ['ri', 'sp'].map((type) => probe.send(withQuery(plan, parameter, type))),
        );
        const figures = (exchange: CompleteExchange | undefined) =>
          numbersIn(exchange?.response.json?.data).filter((number) => number !== 0);
        if (!sp || figures(ri).length === 0) throw new NotApplicable('nothing is told of reservations');
        // One reservation and one plan are counted alike.
        if (figures(ri).every(Number.isInteger)) {
          throw new NotApplicable('nothing but whole numbers is told, which may be the same by chance');
        }
        if (figures(ri).join() !== figures(sp).join()) return;
        fail({
          message: `${parameter}=ri and ${parameter}=sp tell the same figures.`,
          expected: 'reservations and savings plans apart',
          actual: `${figures(sp).length} figures that are all equal`,
          exchange: sp,
        });
      },
    }),
  ),
  about('listCommitments', {
    id: 'commitments.account-has-one-name',
    level: 'MUST',
    basis: 'derived',
    requirement: 'An account has one name, whichever of its commitments tells it.',
    source: 'Commitment row: account_id, account_name',
    each: (data) => [rowsOf(data.items)].filter(({ length }) => length > 1),
    judge: (rows) => {
      const names = new Map<string, unknown>();
      for (const { provider, account_id, account_name } of rows) {
        const account = `${provider} ${account_id}`;
        const known = names.get(account);
        if (known !== undefined && known !== account_name) {
          return {
            message: `Account ${show(account_id)} has two names.`,
            expected: show(known),
            actual: show(account_name),
          };
        }
        names.set(account, account_name);
      }
      return true;
    },
  }),
  {
    kind: 'probe',
    id: 'commitments.recommendations-of-all-are-both',
    // A server may work out what it recommends at each request, and give it a new id.
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'What is recommended of reservations and of savings plans stands under all.',
    source: 'Commitment reads: recommendations, commitment_type: all, ri, sp',
    operations: ['listCommitmentRecommendations'],
    cost: 3,
    async run(probe) {
      const { plan } = await probe.correct();
      const idsOf = async (type: string) => {
        const exchange = await successOf(probe, withQuery(plan, 'commitment_type', type));
        return { exchange, ids: rowsOf(exchange.response.json?.data).map(({ id }) => id) };
      };
      const [all, ri, sp] = [await idsOf('all'), await idsOf('ri'), await idsOf('sp')];
      if (ri.ids.length + sp.ids.length === 0) throw new NotApplicable('nothing is recommended');
      const missing = [...ri.ids, ...sp.ids].find((id) => !all.ids.includes(id));
      if (missing === undefined) return;
      fail({
        message: 'A recommendation of one type does not stand under all.',
        expected: `${show(missing)} among all`,
        actual: `${all.ids.length} others`,
        exchange: all.exchange,
      });
    },
  },
];

/** All numbers of an answer, in its order. */
function numbersIn(part: unknown): number[] {
  if (typeof part === 'number') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(numbersIn) : [];
}

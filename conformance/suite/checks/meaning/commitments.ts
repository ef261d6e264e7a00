import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { known } from '../../discovery.js';
import { describe } from '../../expect/response.js';
import { rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { successOf } from '../shared/success-of.js';
import { instant, uncertainty } from '../shared/timestamps.js';

const kindsOf: Readonly<Record<string, readonly string[]>> = {
  provider_a: ['reserved_instance', 'savings_plan'],
  provider_b: ['committed_use_discount', 'spend_commitment'],
};

/** Returns the numbers in a value, at any depth, that are not zero, with their field names. */
function nonZero(value: unknown, name = 'data'): { name: string; value: number }[] {
  if (typeof value === 'number') return value === 0 ? [] : [{ name, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => nonZero(part, key));
}

/** Counts the numbers and the nulls among the figures of an overview, other than those of accounts. */
function countsOf({ response }: CompleteExchange) {
  const values = Object.values(response.json?.data ?? {});
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
  const [here, there] = [exchange, own].map(({ response }) =>
    nonZero(response.json?.data).filter(({ name }) => !name.startsWith('benchmark')),
  );
  const isShared = ({ name, value }: { name: string; value: number }) =>
    there?.some((other) => other.name === name && other.value === value) === true;
  const figures = here?.filter((figure) => !isShared(figure)) ?? [];
  // The overview ignores the provider if it is the same for both.
  return figures.length === 0 && here?.length === there?.length ? (here ?? []) : figures;
}

export const commitmentChecks: readonly Check[] = [
  forEachRow('listCommitments', {
    id: 'commitments.kind-fits-provider',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`kind` of a commitment is `reserved_instance` or `savings_plan` for provider_a, and `committed_use_discount` or `spend_commitment` for provider_b.',
    source: 'Commitment row: kind',
    each: (data) => rowsOf(data.items).filter(({ provider }) => kindsOf[provider] !== undefined),
    judge: ({ id, provider, kind }) =>
      kindsOf[provider]?.includes(kind) || {
        message: `\`kind\` of commitment ${show(id)} is not a kind of provider ${show(provider)}.`,
        expected: kindsOf[provider]?.join(' or ') ?? '',
        actual: show(kind),
      },
  }),
  areUnique('listCommitments', {
    id: 'commitments.ids-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: '`id` is unique among the commitments of a provider.',
    source: 'Commitment row: id',
    message: 'Two commitments of a provider have the same `id`.',
    keys: (data) => rowsOf(data.items).map(({ provider, id }) => `${provider} ${id}`),
  }),
  forEachRow('listCommitments', {
    id: 'commitments.percentages-are-shares',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`current_utilization_pct` and `current_coverage_pct` of a commitment are between 0 and 100, or null; a spend commitment may be exceeded.',
    source: 'Commitment read semantics, rules 3 and 4',
    each: (data) => rowsOf(data.items),
    judge: (item) => {
      for (const name of ['current_utilization_pct', 'current_coverage_pct']) {
        const value = item?.[name];
        // The metered charge above a contracted floor may count as utilization.
        const isExceeded = item.kind === 'spend_commitment' && name === 'current_utilization_pct';
        if (typeof value !== 'number' || (value >= 0 && (value <= 100 || isExceeded))) continue;
        return {
          message: `\`${name}\` of commitment ${show(item.id)} is not between 0 and 100.`,
          expected: 'from 0 to 100',
          actual: String(value),
        };
      }
      return true;
    },
  }),
  forEachRow('listCommitments', {
    id: 'commitments.end-is-after-start',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`end_date` of a commitment is after `start_date`.',
    source: 'Commitment row: start_date, end_date',
    each: (data) =>
      rowsOf(data.items).filter(
        ({ start_date, end_date }) => !Number.isNaN(instant(start_date) + instant(end_date)),
      ),
    judge: ({ id, start_date, end_date }) =>
      instant(end_date) - instant(start_date) + uncertainty(start_date, end_date) > 0 || {
        message: `\`end_date\` of commitment ${show(id)} is not after \`start_date\`.`,
        expected: `a date after ${start_date}`,
        actual: String(end_date),
      },
  }),
  {
    kind: 'active',
    id: 'commitments.other-providers-have-zeros',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The overview of every provider other than provider_a contains only zeros.',
    source: 'Commitment reads: overview',
    operations: ['getCommitmentOverview'],
    async run(probe) {
      const { plan, exchange: own } = await probe.correct();
      const other = known(probe.found.providers).find((provider) => provider !== 'provider_a');
      if (other === undefined) throw new NotApplicable('the target has no second provider');
      const exchange = await probe.send(withQuery(plan, 'provider', other));
      if (exchange.response.status >= 300) {
        fail({
          message: `An overview request for provider ${show(other)} fails.`,
          expected: 'a successful response with zeros',
          actual: describe(exchange),
          exchange,
        });
      }
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
      kind: 'active',
      id,
      level: 'MUST',
      basis: 'derived',
      requirement: `\`${parameter}=ri\` and \`${parameter}=sp\` return different figures.`,
      source: `Commitment reads: ${parameter}: ri, sp`,
      operations: [operation],
      requests: 2,
      async run(probe) {
        const { plan } = await probe.correct();
        const kinds = known(probe.found.commitments).map(({ kind }) => kind);
        // All figures of an instrument without commitments are zero.
        if (!['reserved_instance', 'savings_plan'].every((kind) => kinds.includes(kind))) {
          throw new NotApplicable('the target does not have both reservations and savings plans');
        }
        const [ri, sp] = await Promise.all(
          ['ri', 'sp'].map((type) => probe.send(withQuery(plan, parameter, type))),
        );
        const figures = (exchange: CompleteExchange | undefined) =>
          numbersIn(exchange?.response.json?.data).filter((number) => number !== 0);
        if (!sp || figures(ri).length === 0) {
          throw new NotApplicable('the response contains no figure for reservations');
        }
        // Counts may be equal: a server may have one reservation and one plan.
        if (figures(ri).every(Number.isInteger)) {
          throw new NotApplicable('the response contains only whole numbers, which may be equal by chance');
        }
        if (figures(ri).join() !== figures(sp).join()) return;
        fail({
          message: `\`${parameter}=ri\` and \`${parameter}=sp\` return the same figures.`,
          expected: 'different figures',
          actual: `the same ${figures(sp).length} figures`,
          exchange: sp,
        });
      },
    }),
  ),
  forEachRow('listCommitments', {
    id: 'commitments.account-has-one-name',
    level: 'MUST',
    basis: 'derived',
    requirement: '`account_name` is the same for all commitments with the same `account_id`.',
    source: 'Commitment row: account_id, account_name',
    each: (data) => [rowsOf(data.items)].filter(({ length }) => length > 1),
    judge: (rows) => {
      const names = new Map<string, unknown>();
      for (const { provider, account_id, account_name } of rows) {
        const account = `${provider} ${account_id}`;
        const known = names.get(account);
        if (known !== undefined && known !== account_name) {
          return {
            message: `Account ${show(account_id)} has two values of \`account_name\`.`,
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
    kind: 'active',
    id: 'commitments.recommendations-of-all-are-both',
    deviation: 'contradiction',
    // A server may compute its recommendations per request and give them new ids.
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      '`commitment_type=all` returns every recommendation that `commitment_type=ri` and `commitment_type=sp` return.',
    source: 'Commitment reads: recommendations, commitment_type: all, ri, sp',
    operations: ['listCommitmentRecommendations'],
    requests: 3,
    async run(probe) {
      const { plan } = await probe.correct();
      const idsOf = async (type: string) => {
        const exchange = await successOf(probe, withQuery(plan, 'commitment_type', type));
        return { exchange, ids: rowsOf(exchange.response.json?.data).map(({ id }) => id) };
      };
      const [all, ri, sp] = [await idsOf('all'), await idsOf('ri'), await idsOf('sp')];
      if (ri.ids.length + sp.ids.length === 0) {
        throw new NotApplicable('the target has no commitment recommendations');
      }
      const missing = [...ri.ids, ...sp.ids].find((id) => !all.ids.includes(id));
      if (missing === undefined) return;
      fail({
        message: 'A recommendation of one type is missing from `commitment_type=all`.',
        expected: `a recommendation with id ${show(missing)}`,
        actual: `${all.ids.length} other recommendations`,
        exchange: all.exchange,
      });
    },
  },
];

/** Returns the numbers in a value, at any depth, in order. */
function numbersIn(part: unknown): number[] {
  if (typeof part === 'number') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(numbersIn) : [];
}

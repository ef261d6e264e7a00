import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import { known } from '../../discovery.js';
import { describe, expectSuccess } from '../../expect/answer.js';
import { nearPercent, numbersOf, round } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import type { AnsweredExchange } from '../../http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import { requestTo, withQuery } from '../../requests.js';
import { about, asked, rowsOf } from './claim.js';

const kindsOf: Readonly<Record<string, readonly string[]>> = {
  provider_a: ['reserved_instance', 'savings_plan'],
  provider_b: ['committed_use_discount', 'spend_commitment'],
};

/** Objects anywhere in a value that have a property of this name. */
function having(value: unknown, name: string): any[] {
  if (Array.isArray(value)) return value.flatMap((part) => having(part, name));
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((part) => having(part, name));
  return name in value ? [value, ...inside] : inside;
}

/** Numbers anywhere in a value that are not zero, each with the name it stands under. */
function nonZero(value: unknown, name = 'data'): { name: string; value: number }[] {
  if (typeof value === 'number') return value === 0 ? [] : [{ name, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => nonZero(part, key));
}

const twice = (values: readonly unknown[]) => values.find((value, index) => values.indexOf(value) !== index);

export const commitmentChecks: readonly Check[] = [
  about(
    'listCommitments',
    {
      id: 'commitments.kind-fits-provider',
      level: 'MUST',
      basis: 'stated',
      requirement:
        'provider_a has reserved instances and savings plans, provider_b committed use discounts and spend commitments.',
      source: 'Commitment row: kind',
    },
    (data) => rowsOf(data.items).filter(({ provider }) => kindsOf[provider] !== undefined),
    ({ id, provider, kind }) =>
      kindsOf[provider]?.includes(kind)
        ? undefined
        : {
            message: `Commitment ${show(id)} of ${show(provider)} has a kind of another provider.`,
            expected: kindsOf[provider]?.join(' or ') ?? '',
            actual: show(kind),
          },
  ),
  about(
    'listCommitments',
    {
      id: 'commitments.ids-are-unique',
      level: 'MUST',
      basis: 'derived',
      requirement: 'No two commitments of one provider have the same id.',
      source: 'Commitment row: id',
    },
    (data) => (rowsOf(data.items).length > 0 ? [rowsOf(data.items)] : []),
    (items) => {
      const same = twice(items.map(({ provider, id }) => `${provider} ${id}`));
      return same === undefined
        ? undefined
        : { message: 'Two commitments have the same id.', expected: 'each id once', actual: `${same} twice` };
    },
  ),
  about(
    'listCommitments',
    {
      id: 'commitments.percentages-are-shares',
      level: 'MUST',
      basis: 'derived',
      requirement: 'Utilization and coverage of a commitment lie between 0 and 100, or are null.',
      source: 'Commitment read semantics, rules 3 and 4',
    },
    (data) => rowsOf(data.items),
    (item) => {
      for (const name of ['current_utilization_pct', 'current_coverage_pct']) {
        const value = item?.[name];
        if (typeof value !== 'number' || (value >= 0 && value <= 100)) continue;
        return {
          message: `${name} of ${show(item.id)} is no share.`,
          expected: 'from 0 to 100',
          actual: String(value),
        };
      }
      return undefined;
    },
  ),
  about(
    'listCommitments',
    {
      id: 'commitments.end-is-after-start',
      level: 'SHOULD',
      basis: 'derived',
      requirement: 'A commitment ends after it starts.',
      source: 'Commitment row: start_date, end_date',
    },
    (data) =>
      rowsOf(data.items).filter(
        ({ start_date, end_date }) =>
          !Number.isNaN(Date.parse(start_date)) && !Number.isNaN(Date.parse(end_date)),
      ),
    ({ id, start_date, end_date }) =>
      Date.parse(end_date) > Date.parse(start_date)
        ? undefined
        : {
            message: `Commitment ${show(id)} ends before it starts.`,
            expected: `an end after ${start_date}`,
            actual: String(end_date),
          },
  ),
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
      const exchange = await probe.answer(withQuery(plan, 'provider', other));
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
  about(
    'listCommitmentInventory',
    {
      id: 'commitments.state-filter-keeps-only-its-own',
      level: 'MUST',
      basis: 'stated',
      requirement: 'The inventory filtered by state holds only commitments in that state.',
      source: 'Commitment reads: inventory; Inventory state',
    },
    (data, exchange) => {
      const state = asked(exchange, 'state');
      return state === undefined ? [] : having(data, 'state').map((row) => ({ row, state }));
    },
    ({ row, state }) =>
      row.state === state
        ? undefined
        : {
            message: `The inventory filtered by state ${state} holds a commitment in another.`,
            expected: `state ${show(state)}`,
            actual: `state ${show(row.state)}`,
          },
  ),
  ...(
    [
      ['getCommitmentUtilization', 'type'],
      ['listCommitmentRecommendations', 'commitment_type'],
    ] satisfies [OperationId, string][]
  ).map(
    ([operation, parameter]): Check => ({
      kind: 'probe',
      id:
        operation === 'getCommitmentUtilization'
          ? 'commitments.utilization-is-of-the-type'
          : 'commitments.recommendations-are-of-the-type',
      level: 'MUST',
      basis: 'derived',
      requirement: 'What is told of reservations is not what is told of savings plans.',
      source: `Commitment reads: ${parameter}: ri, sp`,
      operations: [operation],
      cost: 2,
      async run(probe) {
        const { plan } = await probe.correct();
        const [ri, sp] = await Promise.all(
          ['ri', 'sp'].map((type) => probe.answer(withQuery(plan, parameter, type))),
        );
        const figures = (exchange: AnsweredExchange | undefined) =>
          numbersIn(exchange?.response.json?.data).filter((number) => number !== 0);
        if (!sp || figures(ri).length === 0) throw new NotApplicable('nothing is told of reservations');
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
  about(
    'listCommitments',
    {
      id: 'commitments.account-has-one-name',
      level: 'MUST',
      basis: 'derived',
      requirement: 'An account has one name, whichever of its commitments tells it.',
      source: 'Commitment row: account_id, account_name',
    },
    (data) => [rowsOf(data.items)],
    (rows) => {
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
      return undefined;
    },
  ),
  {
    kind: 'probe',
    id: 'commitments.instruments-are-kept-apart',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The inventory of reservations and that of savings plans have no commitment in common.',
    source: 'Commitment reads: inventory, one row per commitment of the instrument',
    operations: ['listCommitmentInventory'],
    cost: 2,
    async run(probe) {
      const { plan } = await probe.correct();
      const [ri, sp] = await Promise.all(
        ['ri', 'sp'].map(async (instrument) => {
          const exchange = await probe.answer(withQuery(plan, 'instrument', instrument));
          return { exchange, ids: having(exchange.response.json?.data, 'state').map(({ id }) => id) };
        }),
      );
      if (!ri || !sp || ri.ids.length === 0 || sp.ids.length === 0) {
        throw new NotApplicable('the inventory does not hold both instruments');
      }
      const both = ri.ids.find((id) => sp.ids.includes(id));
      if (both === undefined) return;
      fail({
        message: 'A commitment stands in the inventory of both instruments.',
        expected: 'each commitment under one instrument',
        actual: `${show(both)} under ri and sp`,
        exchange: sp.exchange,
      });
    },
  },
  about(
    'getCommitmentUtilization',
    {
      id: 'commitments.utilization-is-used-over-purchased',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Utilization is used hours divided by purchased hours.',
      source: 'Commitment read semantics, rule 3',
    },
    (data) =>
      rowsOf(data.services).filter(
        (entry) =>
          numbersOf(entry, 'used_hours', 'purchased_hours', 'utilization_pct') && entry.purchased_hours > 0,
      ),
    ({ service, used_hours, purchased_hours, utilization_pct }) => {
      const expected = (used_hours / purchased_hours) * 100;
      // Hours may be told rounded, so that a short window is less exact.
      if (
        nearPercent(utilization_pct, expected) ||
        Math.abs(utilization_pct - expected) < 100 / purchased_hours
      ) {
        return undefined;
      }
      return {
        message: `Utilization of ${show(service)} is not used over purchased hours.`,
        expected: `${round(expected)} = ${used_hours} / ${purchased_hours} × 100`,
        actual: `utilization_pct ${utilization_pct}`,
      };
    },
  ),
  about(
    'getCommitmentUtilization',
    {
      id: 'commitments.utilization-is-never-merged',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Utilization has one entry per service or plan type, and none that averages them.',
      source: 'Commitment reads: utilization',
    },
    (data) => (rowsOf(data.services).length > 0 ? [rowsOf(data.services).map(({ service }) => service)] : []),
    (services) => {
      const same =
        twice(services) ?? services.find((name) => /^(all|total|overall|combined)$/i.test(String(name)));
      return same === undefined
        ? undefined
        : {
            message: 'Utilization has an entry that is no single service.',
            expected: 'one entry per service or plan type',
            actual: `${show(same)} among ${services.map(show).join(', ')}`,
          };
    },
  ),
  about(
    'getRenewalOptions',
    {
      id: 'renewals.exactly-one-option-is-recommended',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Of all options to renew exactly one is recommended.',
      source: 'Renewal pricing: renewal-options',
    },
    (data) => {
      const options = [...rowsOf(data.options), ...(data.contract ? [data.contract] : [])];
      return options.some((option) => typeof option?.recommended === 'boolean') ? [options] : [];
    },
    (options) => {
      const count = options.filter((option) => option?.recommended === true).length;
      return count === 1
        ? undefined
        : {
            message: 'Not exactly one option is recommended.',
            expected: '1 recommended option',
            actual: `${count} of ${options.length}`,
          };
    },
  ),
  about(
    'getRenewalOptions',
    {
      id: 'renewals.quantity-prices-every-option',
      level: 'MUST',
      basis: 'stated',
      requirement: 'With a quantity, every offering is priced at that quantity.',
      source: 'Renewal pricing: renewal-options',
    },
    (data, exchange) => {
      const quantity = Number(asked(exchange, 'quantity'));
      return Number.isNaN(quantity)
        ? []
        : rowsOf(data.options)
            .filter((option) => typeof option?.quantity === 'number')
            .map((option) => ({ option, quantity }));
    },
    ({ option, quantity }) =>
      // An offering of another size holds the same in other units.
      option.quantity === quantity || option.held_units_equivalent === quantity
        ? undefined
        : {
            message: `Option ${show(option.offering_id)} is priced at another quantity.`,
            expected: `quantity ${quantity}`,
            actual: `quantity ${option.quantity}`,
          },
  ),
  {
    kind: 'probe',
    id: 'renewals.failed-lookup-is-told',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A price lookup that fails is told in error_message of a success, not as a failure.',
    source: 'Renewal pricing: renewal-quote',
    operations: ['getRenewalQuote'],
    async run(probe) {
      const commitment_id = probe.found.fixtures.commitments?.unpriced;
      if (commitment_id === undefined) {
        throw new NotApplicable(
          'no commitment is named whose price lookup fails (fixtures: commitments.unpriced)',
        );
      }
      const exchange = await probe.answer(requestTo('getRenewalQuote', { path: { commitment_id } }));
      const reason = exchange.response.json?.data?.error_message;
      if (exchange.response.status < 300 && typeof reason === 'string' && reason !== '') return;
      fail({
        message: 'A price lookup that fails does not say so in error_message.',
        expected: 'a success with the reason in error_message',
        actual: exchange.response.status < 300 ? `error_message ${show(reason)}` : describe(exchange),
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'coverage.every-provider-has-rates',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Coverage can be read for every provider; one not yet measured says so instead of failing.',
    source: 'Commitment read semantics, rule 5',
    operations: ['getCoverageRates'],
    cost: 4,
    async run(probe) {
      const { plan } = await probe.correct();
      await eachCase(known(probe.found.providers), async (provider) => {
        expectSuccess(
          await probe.answer(withQuery(plan, 'provider', provider)),
          `Coverage of ${show(provider)}`,
        );
      });
    },
  },
  about(
    'getRenewalQuote',
    {
      id: 'renewals.unpriced-is-not-zero',
      level: 'MUST',
      basis: 'stated',
      requirement:
        'A renewal whose price lookup failed says why in error_message and has no price, not even zero.',
      source: 'Renewal pricing: renewal-quote',
    },
    (data) => (typeof data.error_message === 'string' ? [data] : []),
    (quote) => {
      const prices = ['fixed_price', 'recurring_hourly', 'usage_hourly', 'upfront', 'commitment_hourly'];
      const name = prices.find((price) => typeof quote[price] === 'number');
      return name === undefined
        ? undefined
        : {
            message: 'A quote that failed has a price.',
            expected: `${name} null beside error_message ${show(quote.error_message)}`,
            actual: `${name} ${quote[name]}`,
          };
    },
  ),
  about(
    'getCoverageRates',
    {
      id: 'coverage.rate-is-weighted-by-dollars',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Coverage is covered spend divided by all spend that could be covered.',
      source: 'Commitment read semantics, rule 4',
    },
    (data) =>
      [data.totals, ...rowsOf(data.services), ...rowsOf(data.accounts)].filter(
        (row) =>
          numbersOf(row, 'covered_monthly', 'on_demand_monthly', 'coverage_pct') &&
          row.covered_monthly + row.on_demand_monthly > 1,
      ),
    ({ covered_monthly, on_demand_monthly, coverage_pct }) => {
      const whole = covered_monthly + on_demand_monthly;
      const expected = (covered_monthly / whole) * 100;
      return Math.abs(coverage_pct - expected) <= 0.02 + 1 / whole
        ? undefined
        : {
            message: 'Coverage is not covered over coverable spend.',
            expected: `${round(expected)} = ${covered_monthly} / ${round(whole)} × 100`,
            actual: `coverage_pct ${coverage_pct}`,
          };
    },
  ),
  about(
    'getCoverageRates',
    {
      id: 'coverage.unmeasured-is-not-zero',
      level: 'MUST',
      basis: 'stated',
      requirement:
        'A provider not yet measured says measured false and no coverage, instead of zero coverage.',
      source: 'Commitment read semantics, rule 5',
    },
    (data) => (data.measured === false ? [data] : []),
    (data) =>
      typeof data.totals?.coverage_pct === 'number'
        ? {
            message: 'A provider that was not measured has a coverage.',
            expected: 'coverage_pct null',
            actual: `coverage_pct ${data.totals.coverage_pct}`,
          }
        : undefined,
  ),
  about(
    'listUncoveredSpend',
    {
      id: 'coverage.floor-is-below-average',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The hourly floor of uncovered spend is at least zero and at most its average.',
      source: 'Commitment read semantics, rule 6',
    },
    (data) => rowsOf(data).filter((row) => numbersOf(row, 'on_demand_hourly_min', 'on_demand_hourly_avg')),
    ({ on_demand_hourly_min: floor, on_demand_hourly_avg: average }) =>
      floor >= 0 && floor <= average + 1e-6
        ? undefined
        : {
            message: 'The hourly floor is above the average.',
            expected: `from 0 to ${average}`,
            actual: `on_demand_hourly_min ${floor}`,
          },
  ),
  ...(
    [
      ['getRenewalOptions', 'renewals.options-are-of-the-commitment'],
      ['getRenewalQuote', 'renewals.quote-is-of-the-commitment'],
      ['getRenewalPlan', 'renewals.plan-is-of-the-commitment'],
      ['getRenewal', 'renewals.renewal-is-of-the-commitment'],
    ] satisfies [OperationId, string][]
  ).map(
    ([operation, id]): Check => ({
      kind: 'exchange',
      id,
      level: 'SHOULD',
      basis: 'proposed',
      requirement: 'The answer tells the commitment it is about.',
      source: 'Proposed by this contract',
      on: 'success',
      operations: [operation],
      when: ({ response }) => typeof response.json?.data?.commitment_id === 'string',
      run(exchange) {
        const expected = decodeURIComponent(exchange.request.path.split('/').at(-1) ?? '');
        const actual = exchange.response.json.data.commitment_id;
        if (actual === expected) return;
        fail({
          message: 'The answer is about another commitment than asked for.',
          expected: `commitment_id ${show(expected)}`,
          actual: show(actual),
          exchange,
        });
      },
    }),
  ),
];

/** All numbers of an answer, in its order. */
function numbersIn(part: unknown): number[] {
  if (typeof part === 'number') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(numbersIn) : [];
}

import type { Check } from '../../engine/check.js';
import { type CompleteExchange, isSuccess, type RequestPlan } from '../../engine/http/exchange.js';
import { withQuery } from '../../engine/http/requests.js';
import { Blocked, eachCase, fail, NotApplicable } from '../../engine/judge/outcome.js';
import type { Probe } from '../../engine/run/probe.js';
import { show } from '../../engine/show.js';
import { derived, stated } from '../claims.js';
import { known } from '../discovery.js';
import { describe, expectSuccess } from '../expect/response.js';
import { dataOf, requested, rowsOf } from './shared/exchange-data.js';

/** What these checks have in common. */
const ofList = {
  ...derived,
  source: 'Other reads: GET /api/v1/commitments',
  operations: ['listCommitments'],
} as const;
const filters = ['provider', 'kind', 'status'] as const;
const kinds = ['reserved_instance', 'savings_plan', 'committed_use_discount', 'spend_commitment'];

type Filter = (typeof filters)[number];

/** Returns the values of a filter that occur in the list; for `kind`, all four. */
function valuesOf(probe: Probe, filter: Filter): string[] {
  const seen = known(probe.found.commitments).map((commitment) => commitment[filter]);
  return [...new Set(filter === 'kind' ? kinds : seen)];
}

/** Returns one filter, or a combination of two, that no known commitment matches. */
function unmatched(probe: Probe): Query | undefined {
  const found = known(probe.found.commitments);
  return [
    ...kinds.map((kind) => ({ kind })),
    ...kinds.flatMap((kind) => valuesOf(probe, 'provider').map((provider) => ({ kind, provider }))),
    ...kinds.flatMap((kind) => valuesOf(probe, 'status').map((status) => ({ kind, status }))),
  ].find((query) => !found.some((one) => matches(one, query)));
}

type Query = Readonly<Record<string, string>>;

const matches = (item: any, query: Query) =>
  Object.entries(query).every(([name, value]) => item?.[name] === value);

const filteredBy = (query: Query, plan: RequestPlan): RequestPlan =>
  Object.entries(query).reduce((next, [name, value]) => withQuery(next, name, value), plan);

interface Filtered {
  readonly exchange: CompleteExchange;
  readonly items: readonly any[];
  readonly total: number;
}

/** @returns the check that reports a list whose `total_items` is not an integer */
function missingTotal({ pagination }: any): string {
  return typeof pagination === 'object' && pagination !== null
    ? 'pagination.numbers-are-integers'
    : 'pagination.list-has-items-and-pagination';
}

async function listed(probe: Probe, query: Query): Promise<Filtered> {
  const { plan } = await probe.correct();
  const exchange = await probe.send(filteredBy(query, plan));
  const data = exchange.response.json?.data;
  if (!isSuccess(exchange) || !Array.isArray(data?.items)) {
    throw new Blocked(`a filtered list could not be read: ${describe(exchange)}`, exchange);
  }
  const total = data.pagination?.total_items;
  if (!Number.isInteger(total)) {
    throw new Blocked('`total_items` is not an integer', exchange, missingTotal(data));
  }
  return { exchange, items: data.items, total };
}

/** @throws {Finding} if an item does not match the filter */
function expectOnly(filter: Filter, value: string, items: readonly any[], exchange: CompleteExchange): void {
  const stray = items.find((item) => item?.[filter] !== value);
  if (stray === undefined) return;
  fail({
    message: `The list filtered by ${filter} contains an item with another ${filter}.`,
    expected: `only items with ${filter} ${show(value)}`,
    actual: `an item with ${filter} ${show(stray?.[filter])}`,
    exchange,
  });
}

export const filterChecks: readonly Check[] = [
  ...filters.map(
    (filter): Check => ({
      id: `filters.${filter}-returns-only-matches`,
      ...ofList,
      ...stated,
      requirement: `The commitments list filtered by ${filter} contains only items with that ${filter}.`,
      requests: 3,
      async run(probe) {
        await eachCase(valuesOf(probe, filter), async (value) => {
          const { items, exchange } = await listed(probe, { [filter]: value });
          expectOnly(filter, value, items, exchange);
        });
      },
      onTraffic: {
        when: (exchange) => {
          const value = requested(exchange, filter);
          // Another check covers values outside the set.
          return isSuccess(exchange) && (filter === 'kind' ? kinds.includes(value ?? '') : Boolean(value));
        },
        run: (exchange) =>
          expectOnly(filter, requested(exchange, filter) as string, rowsOf(dataOf(exchange).items), exchange),
      },
    }),
  ),
  ...filters.map(
    (filter): Check => ({
      id: `filters.${filter}-leaves-none-out`,
      dependsOn: ['pagination.totals-are-the-same-on-every-page', `filters.${filter}-returns-only-matches`],
      ...ofList,
      requirement: `The commitments lists filtered by each ${filter} add up to the unfiltered list.`,
      requests: 0,
      async run(probe) {
        const whole = await listed(probe, {});
        const found = known(probe.found.commitments);
        if (whole.total === 0) throw new NotApplicable('the target has no commitments');
        if (filter !== 'kind' && found.length < whole.total) {
          throw new NotApplicable(`the list is too long to find every ${filter} in it`);
        }
        let sum = 0;
        let last = whole;
        for (const value of valuesOf(probe, filter)) {
          last = await listed(probe, { [filter]: value });
          sum += last.total;
        }
        if (sum === whole.total) return;
        fail({
          message: `The lists filtered by each ${filter} do not add up to the unfiltered list.`,
          expected: `${whole.total} items`,
          actual: `${sum} items over ${valuesOf(probe, filter).join(', ')}`,
          exchange: last.exchange,
        });
      },
    }),
  ),
  {
    id: 'filters.combine-to-their-intersection',
    dependsOn: ['filters.kind-returns-only-matches'],
    ...ofList,
    requirement: 'Several filters return exactly the items that match all of them.',
    requests: 2,
    async run(probe) {
      const whole = await listed(probe, {});
      const found = known(probe.found.commitments);
      if (found.length < whole.total) throw new NotApplicable('the list is too long to read completely');
      const [first] = found;
      if (!first) throw new NotApplicable('the target has no commitments');
      const query = { kind: first.kind, status: first.status };
      const { total, exchange } = await listed(probe, query);
      const expected = found.filter((one) => matches(one, query));
      if (total === expected.length) return;
      fail({
        message: 'Two filters do not return exactly the items that match both.',
        expected: `${expected.length} items with kind ${first.kind} and status ${first.status}`,
        actual: `${total} items`,
        exchange,
      });
    },
  },
  {
    id: 'filters.unknown-value-matches-nothing',
    dependsOn: ['filters.provider-returns-only-matches'],
    ...ofList,
    requirement: 'Filtering by a provider or status that no commitment has returns no items, or is rejected.',
    requests: 2,
    anyKey: true,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey();
      await eachCase(['provider', 'status'] as const, async (filter) => {
        const exchange = await probe.send(withQuery(plan, filter, 'no-such-value'));
        if (!isSuccess(exchange)) return;
        expectOnly(filter, 'no-such-value', rowsOf(dataOf(exchange).items), exchange);
      });
    },
  },
  {
    id: 'filters.hold-on-every-page',
    dependsOn: ['pagination.totals-are-the-same-on-every-page', 'filters.kind-returns-only-matches'],
    ...ofList,
    requirement: 'A filter applies to every page of the list, not only to the first.',
    requests: 1,
    async run(probe) {
      const found = known(probe.found.commitments);
      const kind = kinds.find((one) => {
        const count = found.filter((commitment) => commitment.kind === one).length;
        return count > 1 && count < found.length;
      });
      if (kind === undefined)
        throw new NotApplicable('no filter by kind matches more than one but not all of the commitments');
      const { items, total, exchange } = await listed(probe, { kind, page_size: '1', page: '2' });
      const { total: whole } = await listed(probe, { kind });
      const stray = items.find((item) => item?.kind !== kind);
      if (stray === undefined && total === whole) return;
      fail({
        message: 'The second page of a filtered list is not filtered.',
        expected: `an item of kind ${kind}, total_items ${whole}`,
        actual: stray === undefined ? `total_items ${total}` : `an item of kind ${show(stray?.kind)}`,
        exchange,
      });
    },
  },
  {
    id: 'filters.no-match-is-an-empty-list',
    dependsOn: ['filters.kind-returns-only-matches'],
    ...ofList,
    requirement: 'A filter that no commitment matches returns an empty list, not a failure.',
    requests: 1,
    async run(probe) {
      const query = unmatched(probe);
      if (query === undefined) throw new NotApplicable('every filter matches a commitment');
      const { plan } = await probe.correct();
      expectSuccess(await probe.send(filteredBy(query, plan)), 'A filter that matches no commitment');
      const { items, exchange } = await listed(probe, query);
      // A long list is not read completely, so an unread item may match.
      if (items.every((item) => matches(item, query))) return;
      fail({
        message: 'A filter that matches no commitment returns items.',
        expected: 'no items',
        actual: `${items.length} items`,
        exchange,
      });
    },
  },
];

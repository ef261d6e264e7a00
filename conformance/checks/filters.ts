import type { Check } from '../check.js';
import { known } from '../discovery.js';
import { describe, expectSuccess } from '../expect/response.js';
import { show } from '../expect/show.js';
import type { CompleteExchange } from '../http/exchange.js';
import { isSuccess } from '../http/exchange.js';
import { Blocked, eachCase, fail, NotApplicable } from '../outcome.js';
import type { Probe } from '../probe.js';
import { withQuery } from '../requests.js';
import { requested, rowsOf } from './exchange-data.js';

const source = 'Other reads: GET /api/v1/commitments';
const filters = ['provider', 'kind', 'status'] as const;
const kinds = ['reserved_instance', 'savings_plan', 'committed_use_discount', 'spend_commitment'];

type Filter = (typeof filters)[number];

/** Values of a filter that the list itself shows, and for kinds all four. */
function valuesOf(probe: Probe, filter: Filter): string[] {
  const seen = known(probe.found.commitments).map((commitment) => commitment[filter]);
  return [...new Set(filter === 'kind' ? kinds : seen)];
}

/** A filter, or two at once, that no commitment known matches. */
function unmatched(probe: Probe): Readonly<Record<string, string>> | undefined {
  const found = known(probe.found.commitments);
  return [
    ...kinds.map((kind) => ({ kind })),
    ...kinds.flatMap((kind) => valuesOf(probe, 'provider').map((provider) => ({ kind, provider }))),
    ...kinds.flatMap((kind) => valuesOf(probe, 'status').map((status) => ({ kind, status }))),
  ].find(
    (query) =>
      !found.some((one) => Object.entries(query).every(([name, value]) => one[name as Filter] === value)),
  );
}

interface Filtered {
  readonly exchange: CompleteExchange;
  readonly items: readonly any[];
  readonly total: number;
}

/** @returns the check that finds a list without a count of its items */
function uncounted({ pagination }: any): string {
  return typeof pagination === 'object' && pagination !== null
    ? 'pagination.numbers-are-integers'
    : 'pagination.list-has-items-and-pagination';
}

async function listed(probe: Probe, query: Readonly<Record<string, string>>): Promise<Filtered> {
  const { plan } = await probe.correct();
  const exchange = await probe.send(
    Object.entries(query).reduce((next, [name, value]) => withQuery(next, name, value), plan),
  );
  const data = exchange.response.json?.data;
  if (!isSuccess(exchange) || !Array.isArray(data?.items)) {
    throw new Blocked(`a filtered list could not be read: ${describe(exchange)}`, exchange);
  }
  const total = data.pagination?.total_items;
  if (!Number.isInteger(total)) {
    throw new Blocked('the list does not count its items', exchange, uncounted(data));
  }
  return { exchange, items: data.items, total };
}

/** @throws {Finding} when a row has another value than was asked for */
function expectOnly(filter: Filter, value: string, items: readonly any[], exchange: CompleteExchange): void {
  const stray = items.find((item) => item?.[filter] !== value);
  if (stray === undefined) return;
  fail({
    message: `The list filtered by ${filter} holds a row of another ${filter}.`,
    expected: `only rows with ${filter} ${show(value)}`,
    actual: `a row with ${filter} ${show(stray?.[filter])}`,
    exchange,
  });
}

export const filterChecks: readonly Check[] = [
  ...filters.map(
    (filter): Check => ({
      kind: 'probe',
      id: `filters.${filter}-keeps-only-its-own`,
      level: 'MUST',
      basis: 'stated',
      requirement: `The commitments list filtered by ${filter} holds only rows of that ${filter}.`,
      source,
      operations: ['listCommitments'],
      cost: 3,
      async run(probe) {
        await eachCase(valuesOf(probe, filter), async (value) => {
          const { items, exchange } = await listed(probe, { [filter]: value });
          expectOnly(filter, value, items, exchange);
        });
      },
      watch: {
        when: (exchange) => {
          const value = requested(exchange, filter);
          // That a value outside the set is refused is another claim.
          return isSuccess(exchange) && (filter === 'kind' ? kinds.includes(value ?? '') : Boolean(value));
        },
        run: (exchange) =>
          expectOnly(
            filter,
            requested(exchange, filter) as string,
            rowsOf(exchange.response.json?.data?.items),
            exchange,
          ),
      },
    }),
  ),
  ...filters.map(
    (filter): Check => ({
      kind: 'probe',
      id: `filters.${filter}-leaves-none-out`,
      level: 'MUST',
      basis: 'derived',
      requirement: `The commitments list filtered by each ${filter} in turn adds up to the whole list.`,
      source,
      operations: ['listCommitments'],
      cost: 0,
      async run(probe) {
        const whole = await listed(probe, {});
        const found = known(probe.found.commitments);
        if (whole.total === 0) throw new NotApplicable('the target holds no commitment');
        if (filter !== 'kind' && found.length < whole.total) {
          throw new NotApplicable(`the list is too long to know every ${filter} in it`);
        }
        let sum = 0;
        let last = whole;
        for (const value of valuesOf(probe, filter)) {
          last = await listed(probe, { [filter]: value });
          sum += last.total;
        }
        if (sum === whole.total) return;
        fail({
          message: `The lists of each ${filter} do not add up to the whole.`,
          expected: `${whole.total} rows`,
          actual: `${sum} rows over ${valuesOf(probe, filter).join(', ')}`,
          exchange: last.exchange,
        });
      },
    }),
  ),
  {
    kind: 'probe',
    id: 'filters.combine-to-their-intersection',
    level: 'MUST',
    basis: 'derived',
    requirement: 'Several filters at once hold only rows that match them all, and every one that does.',
    source,
    operations: ['listCommitments'],
    cost: 2,
    async run(probe) {
      const whole = await listed(probe, {});
      const found = known(probe.found.commitments);
      if (found.length < whole.total) throw new NotApplicable('the list is too long to be read whole');
      const [first] = found;
      if (!first) throw new NotApplicable('the target holds no commitment');
      const { total, exchange } = await listed(probe, { kind: first.kind, status: first.status });
      const expected = found.filter(({ kind, status }) => kind === first.kind && status === first.status);
      if (total === expected.length) return;
      fail({
        message: 'Two filters at once do not hold the rows that match both.',
        expected: `${expected.length} rows of kind ${first.kind} and status ${first.status}`,
        actual: `${total} rows`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'filters.unknown-value-matches-nothing',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A provider or a status that no commitment has gives no row, or is refused.',
    source,
    operations: ['listCommitments'],
    cost: 2,
    async run(probe) {
      const { plan } = await probe.correct();
      await eachCase(['provider', 'status'] as const, async (filter) => {
        const exchange = await probe.send(withQuery(plan, filter, 'no-such-value'));
        const items = isSuccess(exchange) ? exchange.response.json?.data?.items : [];
        const stray = Array.isArray(items)
          ? items.find((item) => item?.[filter] !== 'no-such-value')
          : undefined;
        if (stray === undefined) return;
        fail({
          message: `A ${filter} that there is none of gives rows of another.`,
          expected: 'no items',
          actual: `a row with ${filter} ${show(stray?.[filter])}`,
          exchange,
        });
      });
    },
  },
  {
    kind: 'probe',
    id: 'filters.hold-on-every-page',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A filter holds on every page of the list, not on the first alone.',
    source,
    operations: ['listCommitments'],
    cost: 1,
    async run(probe) {
      const found = known(probe.found.commitments);
      const kind = kinds.find((one) => {
        const count = found.filter((commitment) => commitment.kind === one).length;
        return count > 1 && count < found.length;
      });
      if (kind === undefined) throw new NotApplicable('no kind has two commitments among others');
      const { items, total, exchange } = await listed(probe, { kind, page_size: '1', page: '2' });
      const { total: whole } = await listed(probe, { kind });
      const [stray] = items.filter((item) => item?.kind !== kind);
      if (stray === undefined && total === whole) return;
      fail({
        message: 'The second page of a filtered list is not filtered.',
        expected: `a row of kind ${kind}, of ${whole} in all`,
        actual: stray === undefined ? `${total} in all` : `a row of kind ${show(stray?.kind)}`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'filters.no-match-is-an-empty-list',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A filter that no commitment matches gives an empty list, not a failure.',
    source,
    operations: ['listCommitments'],
    cost: 1,
    async run(probe) {
      const query = unmatched(probe);
      if (query === undefined) throw new NotApplicable('the target holds commitments for every filter');
      const { plan } = await probe.correct();
      const filtered = Object.entries(query).reduce(
        (next, [name, value]) => withQuery(next, name, value),
        plan,
      );
      expectSuccess(await probe.send(filtered), 'A filter that matches nothing');
      const { items, exchange } = await listed(probe, query);
      // A long list is not known whole, so there may be rows after all.
      if (items.every((item) => Object.entries(query).every(([name, value]) => item?.[name] === value)))
        return;
      fail({
        message: 'A filter that matches nothing gives rows.',
        expected: 'no items',
        actual: `${items.length} items`,
        exchange,
      });
    },
  },
];

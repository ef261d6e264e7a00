import type { Check } from '../../check.js';
import { describe } from '../../expect/answer.js';
import { show } from '../../expect/show.js';
import { type AnsweredExchange, isSuccess, type RequestPlan } from '../../http/exchange.js';
import { CannotRun, eachCase, fail, NotApplicable } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { requestTo, withQuery } from '../../requests.js';
import { about, list, one, rowsOf } from './claim.js';

const identity = ['provider', 'service', 'account_id', 'region', 'kind', 'start_date', 'end_date'] as const;

/** A moment may be told as a date here and with its time there: the day is what must agree. */
const told = (field: string, value: unknown) =>
  field.endsWith('_date') && typeof value === 'string' ? value.slice(0, 10) : value;

async function read(probe: Probe, plan: RequestPlan): Promise<AnsweredExchange> {
  const exchange = await probe.answer(plan);
  if (!isSuccess(exchange)) throw new CannotRun(`a read failed: ${describe(exchange)}`, exchange);
  return exchange;
}

/** The options of one dimension, with selections made in others. */
async function options(
  probe: Probe,
  dimension: 'service' | 'region',
  selection: Readonly<Record<string, string>>,
): Promise<{ exchange: AnsweredExchange; values: string[] }> {
  const { plan } = await probe.correct();
  const asking = Object.entries({ dimension, ...selection }).reduce(
    (next, [name, value]) => withQuery(next, name, value),
    { ...plan, query: [] } as RequestPlan,
  );
  const exchange = await read(probe, asking);
  return { exchange, values: [...list(exchange.response.json?.data?.[`${dimension}s`])].sort() };
}

/** Reads that tell the same thing must tell it alike. */
export const agreementChecks: readonly Check[] = [
  {
    kind: 'probe',
    id: 'commitments.told-alike-everywhere',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'The detail of a commitment tells the same provider, service, account, region, kind and days as the list.',
    source: 'Commitment row; One commitment (detail)',
    operations: ['getCommitment'],
    cost: 3,
    async run(probe) {
      // A server may have the detail elsewhere, since its path is only proposed.
      await probe.correct();
      const { exchange: listed } = await probe.correct('listCommitments');
      const rows = rowsOf(listed.response.json?.data?.items).filter(({ id }) => typeof id === 'string');
      if (rows.length === 0) throw new NotApplicable('the target holds no commitment');
      await eachCase(rows.slice(0, 3), async (row) => {
        const exchange = await read(probe, requestTo('getCommitment', { path: { commitment_id: row.id } }));
        const detail = exchange.response.json?.data ?? {};
        const field = identity.find(
          (name) => typeof detail[name] === 'string' && told(name, detail[name]) !== told(name, row[name]),
        );
        if (field === undefined) return;
        fail({
          message: `The list and the detail of ${show(row.id)} differ in ${field}.`,
          expected: `${field} ${show(row[field])}, as in the list`,
          actual: show(detail[field]),
          exchange,
        });
      });
    },
  },
  {
    kind: 'probe',
    id: 'commitments.service-filter-keeps-only-its-own',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'The inventory filtered by service holds the reservations of that service, all of them and no other.',
    source: 'Commitment reads: inventory, service',
    operations: ['listCommitmentInventory'],
    async run(probe) {
      const { plan, exchange: whole } = await probe.correct();
      const rows = rowsOf(whole.response.json?.data?.rows).filter(
        ({ service }) => typeof service === 'string',
      );
      const service = rows[0]?.service;
      if (service === undefined) throw new NotApplicable('the inventory of reservations is empty');
      const exchange = await read(probe, withQuery(plan, 'service', service));
      const kept = rowsOf(exchange.response.json?.data?.rows);
      const stray = kept.find((row) => row?.service !== service);
      const expected = rows.filter((row) => row.service === service).length;
      if (!stray && kept.length === expected) return;
      fail({
        message: `The inventory filtered by service ${show(service)} is not what the whole inventory holds of it.`,
        expected: `${expected} rows of service ${show(service)}`,
        actual: stray ? `a row of service ${show(stray.service)}` : `${kept.length} rows`,
        exchange,
      });
    },
  },
  about(
    'getRenewalPlan',
    {
      id: 'renewals.safe-moment-has-a-time',
      level: 'MUST',
      basis: 'stated',
      requirement:
        'A renewal plan states the moment after which buying is safe with its time, not as a date alone.',
      source: 'Commitment read semantics, rule 9',
    },
    ({ buy_after_utc }) => one(buy_after_utc),
    (moment) =>
      typeof moment === 'string' && /T\d{2}:\d{2}/.test(moment) && !Number.isNaN(Date.parse(moment))
        ? undefined
        : {
            message: 'The moment after which buying is safe is not a date with a time.',
            expected: 'a moment such as "2026-09-01T00:00:00Z"',
            actual: show(moment),
          },
  ),
  about(
    'getCostFilterOptions',
    {
      id: 'filter-options.values-are-distinct',
      level: 'MUST',
      basis: 'stated',
      requirement: 'Each filter dimension lists each of its values once.',
      source: 'Other reads: filter-options',
    },
    (data) => Object.entries<unknown>(data).filter(([, values]) => list(values).length > 0),
    ([name, values]) => {
      const texts = list(values).map((value) => JSON.stringify(value));
      const twice = texts.find((value, index) => texts.indexOf(value) !== index);
      return twice === undefined
        ? undefined
        : { message: `${name} lists a value twice.`, expected: 'each value once', actual: `${twice} twice` };
    },
  ),
  {
    kind: 'probe',
    id: 'filter-options.own-selection-is-left-out',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The options of a dimension do not depend on what is selected in it.',
    source: 'Other reads: filter-options',
    operations: ['getCostFilterOptions'],
    cost: 2,
    async run(probe) {
      const { values } = await options(probe, 'service', {});
      const [service] = values;
      if (service === undefined) throw new NotApplicable('the provider has no costs to filter');
      const selected = await options(probe, 'service', { service });
      if (show(selected.values) === show(values)) return;
      fail({
        message: `With service ${show(service)} selected, the options of service change.`,
        expected: `the same ${values.length} services`,
        actual: show(selected.values),
        exchange: selected.exchange,
      });
    },
  },
  {
    kind: 'probe',
    id: 'filter-options.selection-never-adds-options',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A selection in one dimension never adds an option to another.',
    source: 'Other reads: filter-options, dimensions constrain each other',
    operations: ['getCostFilterOptions'],
    cost: 5,
    async run(probe) {
      const { values: regions } = await options(probe, 'region', {});
      const { values: services } = await options(probe, 'service', {});
      if (services.length === 0) throw new NotApplicable('the provider has no costs to filter');
      await eachCase(services.slice(0, 3), async (service) => {
        const narrowed = await options(probe, 'region', { service });
        const added = narrowed.values.find((region) => !regions.includes(region));
        if (added === undefined) return;
        fail({
          message: `Selecting service ${show(service)} adds the region ${show(added)}.`,
          expected: `regions out of ${show(regions)}`,
          actual: show(narrowed.values),
          exchange: narrowed.exchange,
        });
      });
    },
  },
];

import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { known } from '../../discovery.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { successOf } from '../shared/success-of.js';
import { dayMs, instant, nowOf } from '../shared/timestamps.js';

/** Returns the objects in a value, at any depth, that have a property of this name. */
function having(value: unknown, name: string): any[] {
  if (Array.isArray(value)) return value.flatMap((part) => having(part, name));
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((part) => having(part, name));
  return name in value ? [value, ...inside] : inside;
}

const states = ['active', 'queued', 'queued-deleted', 'payment-pending', 'payment-failed', 'retired'];
const kindOf = { ri: 'reserved_instance', sp: 'savings_plan' };

export const inventoryChecks: readonly Check[] = [
  forEachRow('listCommitmentInventory', {
    id: 'commitments.state-filter-returns-only-matches',
    level: 'MUST',
    basis: 'stated',
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
    kind: 'active',
    id: 'commitments.instruments-are-separate',
    level: 'MUST',
    basis: 'stated',
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
          const ids = having(exchange.response.json?.data, 'state').map(({ id }) => id);
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
    kind: 'active',
    id: 'commitments.service-filter-returns-only-matches',
    level: 'MUST',
    basis: 'stated',
    requirement:
      'The inventory filtered by `service` contains all commitments of that service and no others.',
    source: 'Commitment reads: inventory, service',
    operations: ['listCommitmentInventory'],
    async run(probe) {
      const { plan, exchange: whole } = await probe.correct();
      const rows = rowsOf(whole.response.json?.data?.rows).filter(
        ({ service }) => typeof service === 'string',
      );
      const service = rows[0]?.service;
      if (service === undefined) throw new NotApplicable('the inventory of reservations is empty');
      const exchange = await successOf(probe, withQuery(plan, 'service', service));
      const filtered = rowsOf(exchange.response.json?.data?.rows);
      const stray = filtered.find((row) => row?.service !== service);
      const expected = rows.filter((row) => row.service === service).length;
      if (!stray && filtered.length === expected) return;
      fail({
        message: `The inventory filtered by service ${show(service)} differs from the rows of that service in the whole inventory.`,
        expected: `${expected} rows of service ${show(service)}`,
        actual: stray ? `a row of service ${show(stray.service)}` : `${filtered.length} rows`,
        exchange,
      });
    },
  },
  areUnique('listCommitmentInventory', {
    id: 'inventory.each-commitment-once',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The inventory has one row per commitment.',
    source: 'Commitment reads: inventory',
    message: 'Two rows of the inventory have the same `id`.',
    keys: (data) => having(data, 'state').flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  }),
  forEachRow('listCommitmentInventory', {
    id: 'inventory.queued-starts-in-the-future',
    level: 'MUST',
    basis: 'stated',
    requirement: '`start` of a commitment whose `state` is `queued` is in the future.',
    source: 'Inventory state: queued',
    each: (data, exchange) =>
      having(data, 'state').filter(
        ({ state, start }) => state === 'queued' && !Number.isNaN(instant(start) + nowOf(exchange)),
      ),
    judge: ({ id, start }, exchange) =>
      // A date without a time may be in any time zone.
      instant(start) + dayMs >= nowOf(exchange) || {
        message: `\`start\` of queued commitment ${show(id)} is in the past.`,
        expected: `a start after ${exchange.response.json.timestamp}`,
        actual: `start ${start}`,
      },
  }),
  {
    kind: 'active',
    id: 'inventory.states-hold-every-commitment',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The inventory filtered by `state` contains every commitment in that state.',
    source: 'Commitment reads: inventory, state',
    operations: ['listCommitmentInventory'],
    requests: 0,
    async run(probe) {
      const { plan, exchange: whole } = await probe.correct();
      const rows = having(whole.response.json?.data, 'state');
      // The filter takes only documented states.
      const seen = [...new Set(rows.map(({ state }) => state))].filter((state) => states.includes(state));
      if (seen.length === 0) throw new NotApplicable('the inventory of reservations is empty');
      await eachCase(seen, async (state) => {
        const exchange = await successOf(probe, withQuery(plan, 'state', state));
        const expected = rows.filter((row) => row.state === state).length;
        const actual = having(exchange.response.json?.data, 'state').length;
        if (actual >= expected) return;
        fail({
          message: `The inventory filtered by \`state=${state}\` misses commitments in that state.`,
          expected: `${expected} rows, as in the whole inventory`,
          actual: `${actual} rows`,
          exchange,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'inventory.holds-what-is-listed',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'The inventory of an instrument and the list contain the same active commitments of provider_a.',
    source: 'Commitment reads: inventory, one row per commitment of the instrument; Commitment row: kind',
    operations: ['listCommitmentInventory'],
    requests: 1,
    async run(probe) {
      const { plan } = await probe.correct();
      const { exchange: list } = await probe.correct('listCommitments');
      const listed = known(probe.found.commitments).filter(({ provider }) => provider === 'provider_a');
      const isWhole =
        list.response.json?.data?.pagination?.total_items === known(probe.found.commitments).length;
      await eachCase(Object.entries(kindOf), async ([instrument, kind]) => {
        const exchange = await successOf(probe, withQuery(plan, 'instrument', instrument));
        const rows = having(exchange.response.json?.data, 'state');
        if (rows.length === 0) throw new NotApplicable('the inventory contains no commitment');
        // The service does not state the fields of a row.
        if (!rows.some(({ id }) => known(probe.found.commitments).some((one) => one.id === id))) {
          throw new NotApplicable('no `id` in the inventory is the `id` of a commitment in the list');
        }
        const missing = listed.find(
          (one) => one.kind === kind && one.status === 'active' && !rows.some(({ id }) => id === one.id),
        );
        const stray = rows.find(
          ({ id, state }) =>
            isWhole && state === 'active' && !listed.some((one) => one.id === id && one.kind === kind),
        );
        if (!missing && !stray) return;
        fail({
          message: missing
            ? `An active commitment of the list is missing from the inventory with \`instrument=${instrument}\`.`
            : `An active commitment of the inventory with \`instrument=${instrument}\` is not in the list with \`kind=${kind}\`.`,
          expected: missing ? `a row with id ${show(missing.id)}` : `a ${kind} of provider_a in the list`,
          actual: missing ? `${rows.length} other rows` : show(stray?.id),
          exchange,
        });
      });
    },
  },
];

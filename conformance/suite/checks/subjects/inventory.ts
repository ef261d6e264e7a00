import type { Check } from '../../../engine/check.js';
import { withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { derived, stated } from '../../claims.js';
import { known } from '../../discovery.js';
import { twiceIn } from '../../expect/twice.js';
import { dayMs } from '../../figures/days.js';
import { dataOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { having } from '../shared/objects-with.js';
import { successOf } from '../shared/success-of.js';
import { instant, nowOf } from '../shared/timestamps.js';

const states = ['active', 'queued', 'queued-deleted', 'payment-pending', 'payment-failed', 'retired'];

const kindOf = { ri: 'reserved_instance', sp: 'savings_plan' };

/** Checks of which commitments the inventory contains. */
export const inventoryChecks: readonly Check[] = [
  forEachRow('listCommitmentInventory', {
    id: 'inventory.each-commitment-once',
    ...stated,
    requirement: 'The inventory has one row per commitment.',
    source: 'Commitment reads: inventory',
    each: (data) => {
      const ids = having(data, 'state').flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
      return ids.length > 1 ? [ids] : [];
    },
    judge: (ids) => {
      const duplicate = twiceIn(ids);
      return (
        duplicate === undefined || {
          message: 'Two rows of the inventory have the same `id`.',
          expected: 'no duplicates',
          actual: `${show(duplicate)} twice`,
        }
      );
    },
  }),
  forEachRow('listCommitmentInventory', {
    id: 'inventory.queued-starts-in-the-future',
    ...stated,
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
    id: 'inventory.states-hold-every-commitment',
    ...derived,
    requirement: 'The inventory filtered by `state` contains every commitment in that state.',
    source: 'Commitment reads: inventory, state',
    operations: ['listCommitmentInventory'],
    requests: 0,
    async run(probe) {
      const { plan, exchange: whole } = await probe.correct();
      const rows = having(dataOf(whole), 'state');
      // The filter takes only documented states.
      const seen = [...new Set(rows.map(({ state }) => state))].filter((state) => states.includes(state));
      if (seen.length === 0) throw new NotApplicable('the inventory of reservations is empty');
      await eachCase(seen, async (state) => {
        const exchange = await successOf(probe, withQuery(plan, 'state', state));
        const expected = rows.filter((row) => row.state === state).length;
        const actual = having(dataOf(exchange), 'state').length;
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
    id: 'inventory.holds-what-is-listed',
    ...derived,
    requirement:
      'The inventory of an instrument and the list contain the same active commitments of provider_a.',
    source: 'Commitment reads: inventory, one row per commitment of the instrument; Commitment row: kind',
    operations: ['listCommitmentInventory'],
    requests: 1,
    async run(probe) {
      const { plan } = await probe.correct();
      const { exchange: list } = await probe.correct('listCommitments');
      const all = known(probe.found.commitments);
      const listed = all.filter(({ provider }) => provider === 'provider_a');
      const isWhole = dataOf(list).pagination?.total_items === all.length;
      await eachCase(Object.entries(kindOf), async ([instrument, kind]) => {
        const exchange = await successOf(probe, withQuery(plan, 'instrument', instrument));
        const rows = having(dataOf(exchange), 'state');
        if (rows.length === 0) throw new NotApplicable('the inventory contains no commitment');
        // The service does not state the fields of a row.
        if (!rows.some(({ id }) => all.some((one) => one.id === id))) {
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

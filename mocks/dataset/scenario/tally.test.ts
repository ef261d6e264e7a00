import fc from 'fast-check';
import { expect, it } from 'vitest';
import { msPerHour } from '../calendar.js';
import { createSeedData } from '../seed-data/index.js';
import type { Commitment } from '../seed-data/types.js';
import { Stack } from './stack.js';
import { Tally } from './tally.js';

const { accounts, commitments } = createSeedData('default', 0);
const holders = new Map(accounts.map((account) => [account.id, account]));

interface Slot {
  readonly size: number;
  readonly fee: number;
  readonly from: number;
  readonly to: number;
}

const slot = fc.record({
  size: fc.integer({ min: 1, max: 9 }),
  fee: fc.integer({ min: 0, max: 100 }),
  from: fc.integer({ min: 0, max: 20 }),
  to: fc.integer({ min: 0, max: 40 }),
});

function stackOf(slots: readonly Slot[]): Stack {
  const own = slots.map(({ size, fee, from, to }) => ({
    ...(commitments[0] as Commitment),
    start: from * msPerHour,
    end: to * msPerHour,
    retiredAt: null,
    capacity: null,
    coversListPerHour: size,
    feePerHour: fee,
  }));
  return new Stack(own, holders);
}

/** The usage that each slot covers of each cell, counted unit by unit. */
function countUnits(slots: readonly Slot[], demands: readonly (readonly number[])[]) {
  const used = slots.map(() => demands[0]?.map(() => 0) ?? []);
  const hours = slots.map(() => 0);
  demands.forEach((demand, hour) => {
    const queue = demand.flatMap((units, cell) => Array.from({ length: units }, () => cell));
    slots.forEach((one, s) => {
      if (hour < one.from || hour >= one.to) return;
      hours[s] = (hours[s] as number) + 1;
      for (const cell of queue.splice(0, one.size)) {
        const row = used[s] as number[];
        row[cell] = (row[cell] as number) + 1;
      }
    });
  });
  return { used: used.flat(), hours };
}

it('equals a count of each unit', () => {
  fc.assert(
    fc.property(
      fc.array(slot, { minLength: 1, maxLength: 6 }),
      fc.array(fc.array(fc.nat({ max: 12 }), { minLength: 3, maxLength: 3 }), {
        minLength: 1,
        maxLength: 30,
      }),
      (slots, demands) => {
        const stack = stackOf(slots);
        const tally = new Tally(stack, 3);
        demands.forEach((demand, hour) => {
          tally.cover(stack.liveAt(hour), Float64Array.from(demand));
        });
        const expected = countUnits(slots, demands);
        expect([...tally.used]).toEqual(expected.used);
        expect([...tally.hours]).toEqual(expected.hours);
      },
    ),
  );
});

it('starts from zero after clear()', () => {
  const stack = stackOf([{ size: 4, fee: 8, from: 0, to: 9 }]);
  const tally = new Tally(stack, 1);
  tally.cover(stack.liveAt(0), Float64Array.of(3));
  tally.clear();
  tally.cover(stack.liveAt(1), Float64Array.of(1));
  expect([tally.used[0], tally.hours[0], tally.usedFee[0]]).toEqual([1, 1, 2]);
});

import { type Day, hoursPerDay } from '../calendar.js';
import type { Allocation } from './allocation.js';
import type { Arrangement, Pool } from './pools.js';
import { marginOf, share, sizeOf } from './stack.js';
import { type CellSum, emptySums, type PoolSum, type Sums } from './sums.js';

/** Sums up one day. */
export function aggregateDay(allocation: Allocation, { lines, upfronts }: Arrangement, day: Day): Sums {
  const { cells, pools } = allocation;
  const sums = emptySums({ cells, lines, pools });
  let full = new Int32Array(0);
  allocation.run(day, (p, live, hour, total) => {
    const sum = sums.pools[p]!;
    const margin = marginOf(live, total);
    const slot = live.slots[margin];
    sum.size += sizeOf(live);
    sum.used += Math.min(total, sizeOf(live));
    sum.fee += live.feesBelow[live.slots.length]!;
    sum.net += live.netsBelow[live.slots.length]!;
    sum.usedFee += live.feesBelow[margin]!;
    sum.usedNet += live.netsBelow[margin]!;
    if (slot !== undefined) {
      const used = total - live.bottoms[margin]!;
      const line = sums.lines[slot.line]!;
      const fee = share(slot.fee, used, slot.size);
      const net = share(slot.net, used, slot.size);
      sum.usedFee += fee;
      sum.usedNet += net;
      line.usedFee += fee;
      line.usedNet += net;
    }
    // Slots below the margin were fully used: count these hours by margin, add them up at the end.
    if (full.length <= live.slots.length) full = new Int32Array(live.slots.length + 1);
    full[margin]! += 1;
    const at = day * hoursPerDay + hour + 1;
    if (hour === hoursPerDay - 1 || at >= live.to) {
      const hours = Math.min(hour + 1, at - live.from);
      let used = 0;
      for (let i = live.slots.length; i > 0; i--) {
        used += full[i]!;
        const { line, fee, net, cash, cashNet } = live.slots[i - 1]!;
        const lineSum = sums.lines[line]!;
        lineSum.fee += fee * hours;
        lineSum.net += net * hours;
        lineSum.cash += cash * hours;
        lineSum.cashNet += cashNet * hours;
        lineSum.usedFee += fee * used;
        lineSum.usedNet += net * used;
      }
      full.fill(0);
    }
  });
  sums.cells.forEach((sum, c) => {
    addHours(sum, allocation, c);
  });
  pools.forEach((pool, p) => {
    spreadFees(pool, sums.pools[p]!, sums.cells);
  });
  for (const { line, amount, net } of upfronts.get(day) ?? []) {
    sums.lines[line]!.cash += amount;
    sums.lines[line]!.cashNet += net;
  }
  return sums;
}

/** Adds the hours of the day to the sum of one cell. */
function addHours(sum: CellSum, { cells, units, capacityUnits, spendList }: Allocation, c: number): void {
  const { listPrice, contractedPrice } = cells[c]!;
  for (let h = 0; h < hoursPerDay; h++) {
    sum.units += units[c]![h]!;
    sum.capacityUnits += capacityUnits[c * hoursPerDay + h]!;
    sum.spendList += spendList[c * hoursPerDay + h]!;
  }
  sum.list = sum.units * listPrice;
  sum.contracted = sum.units * contractedPrice;
  sum.capacityList = sum.capacityUnits * listPrice;
  sum.capacityContracted = sum.capacityUnits * contractedPrice;
  sum.spendContracted = Math.round((sum.spendList * contractedPrice) / listPrice);
}

/** Charges the fees of a pool's used commitment to the cells that used it. */
function spreadFees(pool: Pool, sum: PoolSum, cells: readonly CellSum[]): void {
  const byUnits = pool.kind === 'capacity';
  const coveredOf = (c: number) => (byUnits ? cells[c]!.capacityUnits : cells[c]!.spendList);
  const whole = pool.cells.reduce((total, c) => total + coveredOf(c), 0);
  if (whole === 0) return;
  let covered = 0;
  let fee = 0;
  let net = 0;
  for (const c of pool.cells) {
    covered += coveredOf(c);
    // Rounding the running total instead of each part makes the sum of the parts exact.
    const nextFee = Math.round(sum.usedFee * (covered / whole));
    const nextNet = Math.round(sum.usedNet * (covered / whole));
    const cell = cells[c]!;
    if (byUnits) {
      cell.capacityFee += nextFee - fee;
      cell.capacityNet += nextNet - net;
    } else {
      cell.spendFee += nextFee - fee;
      cell.spendNet += nextNet - net;
    }
    fee = nextFee;
    net = nextNet;
  }
}

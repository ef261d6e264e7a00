import { expect } from 'vitest';
import type { TestWorld } from './support/ask.js';
import { anywhere, claims, measured, only, telling } from './support/claims.js';
import { day, isoDay } from './support/days.js';
import { everyPage } from './support/every-page.js';
import { expectPages } from './support/expect-pages.js';
import { expectAscending, expectDescending, expectNear, expectPercent, slopeOf } from './support/near.js';

const listOf = (world: TestWorld, query: object = {}) =>
  everyPage(world, 'listCommitments', { query: { ...query } }).items as any[];
const inventoryOf = ({ ask }: TestWorld, instrument: string, query: object = {}) =>
  ask('listCommitmentInventory', { query: { instrument, ...query } }).rows as any[];
const wholeInventory = (world: TestWorld) =>
  ['ri', 'sp'].flatMap((instrument) => inventoryOf(world, instrument));
const detailOf = ({ ask }: TestWorld, id: string) => ask('getCommitment', { path: { commitment_id: id } });
const idsOf = (rows: readonly any[]) => rows.map(({ id }) => id).toSorted();

/** Hours bought and used, added up over days. */
const sums = (days: readonly any[]) => ({
  purchased: days.reduce((sum, { purchased_hours }) => sum + purchased_hours, 0),
  used: days.reduce((sum, { used_hours }) => sum + used_hours, 0),
});
const hoursOf = (world: TestWorld, id: string) => sums(detailOf(world, id).utilization_history);

/** The first instant of the thirty days that figures are measured over. */
const startOf = ({ clock }: TestWorld) => (Math.floor(clock.now() / day) - 30) * day;

const states = ['active', 'queued', 'queued-deleted', 'payment-pending', 'payment-failed', 'retired'];

export const commitmentList = claims('the list of commitments', {
  'W2: does not change while the clock stands': measured((world) => {
    expect(listOf(world.anew())).toEqual(listOf(world));
  }),

  'W4: names commitments that every read about one of them finds': measured((world) => {
    for (const { id } of listOf(world)) {
      const path = { commitment_id: id };
      expect(world.ask('getCommitment', { path }).id).toBe(id);
      for (const read of ['getRenewalOptions', 'getRenewalQuote', 'getRenewalPlan'] as const) {
        expect(world.ask(read, { path }).commitment_id).toBe(id);
      }
    }
  }),

  'W6: keeps the kinds of the two providers apart, and ids unique': measured((world) => {
    const rows = listOf(world);
    expect(new Set(idsOf(rows)).size).toBe(rows.length);
    for (const { provider, kind } of rows) {
      const sold = ['reserved_instance', 'savings_plan'].includes(kind) ? 'provider_a' : 'provider_b';
      expect(provider).toBe(sold);
    }
  }),

  'W7, W8 and W9: holds each row once, in one order, whatever the size of a page': measured((world) => {
    expectPages(world, 'listCommitments', {}, [1, 4, 100]);
    // Nothing has this status, so there is no page of it.
    expectPages(world, 'listCommitments', { query: { status: 'unheard-of' } }, [20]);
  }),

  'W10: is parted without rest by each filter, and cut by several': measured((world) => {
    const whole = listOf(world);
    for (const filter of ['provider', 'kind', 'status']) {
      const values = [...new Set(whole.map((row) => row[filter]))];
      const parts = values.map((value) => listOf(world, { [filter]: value }));
      expect(idsOf(parts.flat())).toEqual(idsOf(whole));
    }
    const both = listOf(world, { provider: 'provider_a', kind: 'savings_plan' });
    expect(both).toEqual(whole.filter((row) => row.provider === 'provider_a' && row.kind === 'savings_plan'));
  }),
});

export const inventory = claims('the inventory', {
  'W11: holds what the list does of its instruments, with the same facts': measured((world) => {
    const rows = wholeInventory(world);
    const listed = listOf(world).filter(({ provider }) => provider === 'provider_a');
    expect(idsOf(rows)).toEqual(idsOf(listed));
    for (const row of rows) {
      const same = listed.find(({ id }) => id === row.id);
      expect([row.start, row.end, row.kind]).toEqual([same.start_date, same.end_date, same.kind]);
      expect([row.account_id, row.account_name]).toEqual([same.account_id, same.account_name]);
      expect(row.committed_monthly).toBe(same.monthly_commitment_usd);
    }
  }),

  'W12: is parted without rest by state': measured((world) => {
    for (const instrument of ['ri', 'sp']) {
      const parts = states.flatMap((state) => inventoryOf(world, instrument, { state }));
      expect(idsOf(parts)).toEqual(idsOf(inventoryOf(world, instrument)));
      for (const state of states) {
        expect(inventoryOf(world, instrument, { state }).every((row) => row.state === state)).toBe(true);
      }
    }
  }),

  'W13: knows of a failed payment and an early end, both with an end ahead': measured((world) => {
    const now = world.clock.now();
    for (const state of ['payment-failed', 'retired']) {
      const ends = inventoryOf(world, 'ri', { state }).map(({ end_at }) => Date.parse(end_at));
      expect(ends.some((end) => end > now)).toBe(true);
    }
  }),

  'W14 and W15: lets only what runs be used': measured((world) => {
    const now = world.clock.now();
    for (const instrument of ['ri', 'sp']) {
      for (const row of inventoryOf(world, instrument)) {
        const { current_utilization_pct, current_coverage_pct } = listOf(world).find(
          ({ id }) => id === row.id,
        );
        const began = now - Date.parse(row.start) > 2 * day;
        for (const figure of [
          current_utilization_pct,
          current_coverage_pct,
          row.unused_monthly,
          row.saved_monthly,
        ]) {
          if (row.state !== 'active') expect(figure).toBeNull();
          else if (began) expect(figure).not.toBeNull();
        }
        if (row.state !== 'active') expect(row.on_demand).toBeNull();
        const { fee_monthly_net } = detailOf(world, row.id);
        expect(fee_monthly_net !== null).toBe(row.state === 'active' || row.state === 'retired');
        if (row.state === 'queued') expect(Date.parse(row.start)).toBeGreaterThan(now - day);
        if (row.state === 'active') expect(Date.parse(row.end_at)).toBeGreaterThan(now);
      }
    }
  }),

  'W16: has null and not 0 where a service has no such thing': anywhere((world) => {
    for (const row of inventoryOf(world, 'ri')) {
      // What only machines have, they have all of.
      const machine = [row.offering_class, row.scope, row.tenancy, row.usage_hourly].map(
        (one) => one === null,
      );
      expect(new Set(machine).size).toBe(1);
      if (row.node_offering !== null || row.multi_az !== null) expect(row.usage_hourly).toBeNull();
    }
    for (const row of inventoryOf(world, 'sp')) expect(row.on_demand?.unit_hours ?? null).toBeNull();
  }),

  'W28 and W59: saves and leaves unused what the portfolio says at public prices': measured((world) => {
    const portfolio = world.ask('getCommitmentPortfolio', { query: { basis: 'list' } }).rows as any[];
    for (const row of wholeInventory(world)) {
      const same = portfolio.find(({ id }) => id === row.id);
      expect(row.saved_monthly).toBe(same?.protects_monthly ?? null);
      expect(row.unused_monthly).toBe(same?.rightsizing_monthly ?? null);
      expect(row.term_months).toBe(detailOf(world, row.id).term_months);
      if (row.kind === 'reserved_instance' && same !== undefined) expect(row.qty).toBe(same.unit_count);
    }
  }),

  'W15 and W35: covered on the bill what its hours say': measured((world) => {
    for (const row of wholeInventory(world)) {
      if (row.on_demand === null) continue;
      const { on_demand_cost, covered_cost, unit_hours, daily_on_demand_cost } = row.on_demand;
      const { purchased, used } = hoursOf(world, row.id);
      const liveHours = purchased / (row.qty ?? row.commitment_hourly);
      const month = 730 / liveHours;
      expectNear(on_demand_cost * month - row.committed_monthly, row.saved_monthly, 2 + 2 * month);
      expectNear(row.committed_monthly - covered_cost * month, row.unused_monthly, 2 + 2 * month);
      expect(Math.abs(daily_on_demand_cost - on_demand_cost / 30)).toBeLessThanOrEqual(0.006);
      if (unit_hours !== null) expect(unit_hours).toBeCloseTo(used, 3);
    }
  }),

  'W17, W18 and W20: tells terms that fit together': measured((world) => {
    const year = 365 * 86_400;
    for (const row of wholeInventory(world)) {
      const length = (Date.parse(row.end) - Date.parse(row.start)) / 1000;
      expect(Math.abs(length - (row.term_months / 12) * year)).toBeLessThanOrEqual(86_400);
      const upfront = row.kind === 'savings_plan' ? row.upfront : row.fixed_price;
      expect(upfront === 0).toBe(row.payment_option === 'no_upfront');
      expect(row.recurring_hourly === 0).toBe(row.payment_option === 'all_upfront');
      if (row.kind === 'reserved_instance') expect(row.qty).toBeGreaterThanOrEqual(1);
      else expect(row.commitment_hourly).toBeGreaterThanOrEqual(0.001);
    }
  }),

  'W19: charges a month what upfront and hourly prices come to': measured((world) => {
    for (const row of inventoryOf(world, 'ri')) {
      const hourly = row.fixed_price / (row.term_months * 730) + row.recurring_hourly;
      expect(row.committed_monthly).toBeCloseTo(hourly * row.qty * 730, 1);
    }
    for (const row of inventoryOf(world, 'sp')) {
      expect(row.committed_monthly).toBeCloseTo(row.commitment_hourly * 730, 2);
      const paid = row.upfront / (row.term_months * 730);
      expect(row.commitment_hourly).toBeCloseTo(paid + row.recurring_hourly, 4);
      expect(row.recurring_monthly).toBeCloseTo(row.recurring_hourly * 730, 2);
    }
  }),
});

const entriesOf = ({ ask }: TestWorld, query: Record<string, unknown>) =>
  ask('getCommitmentUtilization', { query }).services as any[];

export const utilization = claims('utilization', {
  'W21, W23 and W27: divides used hours by purchased ones': measured((world) => {
    for (const type of ['ri', 'sp']) {
      for (const entry of entriesOf(world, { type })) {
        const { used_hours: used, purchased_hours: purchased } = entry;
        expect(used).toBeLessThanOrEqual(purchased);
        expectPercent(entry.utilization_pct, used, purchased);
        for (const one of entry.dimensions) {
          expectPercent(one.utilization_pct, one.used, one.total);
          expect(one.used / one.total).toBeCloseTo(used / purchased, 6);
        }
        const [capacity] = entry.dimensions;
        if (type === 'ri') expect([capacity.used, capacity.total]).toEqual([used, purchased]);
        else expect(entry.dimensions).toEqual([]);
        for (const step of entry.days) {
          const [own, other] = type === 'ri' ? ['capacity', 'commitment'] : ['commitment', 'capacity'];
          const unit = (name: string) => (name === 'commitment' ? '_usd' : '');
          expectPercent(
            step[`${own}_pct`],
            step[`${own}_used${unit(own as string)}`],
            step[`${own}_total${unit(own as string)}`],
          );
          for (const figure of ['pct', `used${unit(other as string)}`, `total${unit(other as string)}`]) {
            expect(step[`${other}_${figure}`]).toBeNull();
          }
        }
      }
    }
  }),

  'W22: has an entry for each service, or type of plan, of which something ran': measured((world) => {
    const services = entriesOf(world, { type: 'ri' }).map(({ service }) => service);
    const active = inventoryOf(world, 'ri', { state: 'active' });
    expect(services).toEqual(expect.arrayContaining([...new Set(active.map(({ service }) => service))]));
    expect(new Set(services).size).toBe(services.length);
    const types = entriesOf(world, { type: 'sp' }).map(({ service }) => service);
    const plans = inventoryOf(world, 'sp', { state: 'active' }).map(({ plan_type }) => plan_type);
    expect(types).toEqual(expect.arrayContaining([...new Set(plans)]));
  }),

  'W24: makes a month of its days, and the window of either': measured((world) => {
    for (const type of ['ri', 'sp']) {
      const daily = entriesOf(world, { type });
      const monthly = entriesOf(world, { type, granularity: 'monthly' });
      expect(monthly.map(({ service }) => service)).toEqual(daily.map(({ service }) => service));
      daily.forEach((entry, i) => {
        expectAscending(entry.days.map(({ date }: any) => date));
        expect(entry.days).toHaveLength(30);
        for (const [figure, whole] of [
          [type === 'ri' ? 'capacity_used' : 'commitment_used_usd', entry.used_hours],
          [type === 'ri' ? 'capacity_total' : 'commitment_total_usd', entry.purchased_hours],
        ] as const) {
          const sum = (steps: readonly any[], month = '') =>
            steps
              .filter(({ date }) => date.startsWith(month))
              .reduce((total, step) => total + step[figure], 0);
          expect(sum(entry.days)).toBeCloseTo(whole, 3);
          expect(sum(monthly[i].days)).toBeCloseTo(whole, 3);
          for (const { date } of monthly[i].days) {
            expect(sum(entry.days, date.slice(0, 7))).toBeCloseTo(sum(monthly[i].days, date.slice(0, 7)), 3);
          }
        }
      });
    }
  }),

  'W25, W26 and W36: is on each day what the commitments of the service were': measured((world) => {
    for (const [type, kind] of [
      ['ri', 'reserved_instance'],
      ['sp', 'savings_plan'],
    ] as const) {
      for (const entry of entriesOf(world, { type })) {
        const held = inventoryOf(world, type).filter(
          (row) => (row.plan_type ?? row.service) === entry.service,
        );
        // What ended in the window has hours in it, and no history that tells them.
        if (held.some((row) => row.state === 'retired' && Date.parse(row.end_at) > startOf(world))) continue;
        const running = listOf(world, { kind }).filter(
          ({ id, current_utilization_pct }) =>
            current_utilization_pct !== null && held.some((row) => row.id === id),
        );
        const details = running.map(({ id }) => detailOf(world, id));
        const whole = sums(details.flatMap(({ utilization_history }) => utilization_history));
        // Capacity is counted in its units, a whole number of them in each that is held.
        const perOne = entry.purchased_hours / whole.purchased;
        if (type === 'sp' || entry.size_unit === 'node') expect(perOne).toBeCloseTo(1, 6);
        else if (running.length === 1) expect(perOne).toBeCloseTo(Math.round(perOne), 6);
        for (const step of entry.days) {
          const on = (history: string) =>
            details.flatMap((one: any) => one[history].filter(({ date }: any) => date === step.date));
          const { purchased, used } = sums(on('utilization_history'));
          expect(step.capacity_total ?? step.commitment_total_usd).toBeCloseTo(purchased * perOne, 2);
          expect(step.capacity_used ?? step.commitment_used_usd).toBeCloseTo(used * perOne, 2);
          const covered = on('coverage_history').reduce((sum, one) => sum + one.coverage_pct, 0);
          expect(Math.abs(step.coverage_pct - covered)).toBeLessThanOrEqual(0.005 * (details.length + 2));
        }
      }
    }
  }),

  'W15 and W27: knows no fee of what ran and runs no more': telling((world) => {
    const [start, end] = [60, 1].map((days) => isoDay(world.clock.now() - days * day));
    const sold = entriesOf(world, { type: 'ri', start, end }).find(({ service }) => service === 'warehouse');
    expect(sold.purchased_hours).toBeGreaterThan(0);
    expect([sold.committed_hourly_usd, sold.committed_monthly_usd]).toEqual([null, null]);
  }),

  'W19 and W47: commits an hour to what its running commitments do': measured((world) => {
    const yesterday = world.clock.now() - day;
    for (const type of ['ri', 'sp']) {
      for (const entry of entriesOf(world, { type })) {
        const held = inventoryOf(world, type).filter(
          (row) => (row.plan_type ?? row.service) === entry.service,
        );
        // The window ends with yesterday, so what came or went since is another matter.
        const moved = held.some(
          ({ start, end_at, state }) =>
            (state === 'active' && Date.parse(start) > yesterday - day) ||
            (state === 'retired' && Date.parse(end_at) > yesterday - day),
        );
        if (moved) continue;
        const active = held.filter(({ state }) => state === 'active');
        const monthly = active.reduce((sum, row) => sum + row.committed_monthly, 0);
        if (active.length === 0) {
          expect([entry.committed_hourly_usd, entry.committed_monthly_usd]).toEqual([null, null]);
        } else {
          expectNear(entry.committed_monthly_usd, monthly, active.length);
          expectNear(entry.committed_hourly_usd * 730, entry.committed_monthly_usd, 1);
        }
        expect(entry.contracted_hourly_usd).toBe(type === 'ri' ? null : entry.committed_hourly_usd);
        const applied = entry.applied_to.reduce((sum: number, one: any) => sum + one.hourly_usd, 0);
        if (type === 'sp') expect(applied * 24 * entry.days.length).toBeCloseTo(entry.used_hours, 2);
        else expect(entry.applied_to).toEqual([]);
      }
    }
  }),
});

export const gridByService = claims('the grid by service', {
  'W28 and W36: tells what the other reads tell': measured((world) => {
    const grid = world.ask('getCommitmentsByService').services as any[];
    const coverage = world.ask('getCoverageRates').services as any[];
    const portfolio = world.ask('getCommitmentPortfolio').rows as any[];
    const held = listOf(world, { provider: 'provider_a' });
    expect(grid.map(({ service }) => service)).toEqual(
      [...new Set(held.map(({ service }) => service))].toSorted(),
    );
    for (const row of grid) {
      const rates = coverage.find(({ service }) => service === row.service);
      for (const [instrument, kind] of [
        ['ri', 'reserved_instance'],
        ['sp', 'savings_plan'],
      ] as const) {
        const cell = row[instrument];
        const isOwn = (one: any) => one.service === row.service && one.kind === kind;
        const own = portfolio.filter((one) => isOwn(one) && one.utilization_pct !== null);
        expect(cell.commitment_count).toBe(held.filter(isOwn).length);
        expect([cell.utilization_pct === null, cell.unused_monthly === null]).toEqual([
          own.length === 0,
          own.length === 0,
        ]);
        expectNear(
          cell.unused_monthly ?? 0,
          own.reduce((sum, one) => sum + one.rightsizing_monthly, 0),
          own.length + 1,
        );
        expect(cell.uncovered_monthly).toBe(rates.on_demand_monthly);
        const share = rates.instruments.find((one: any) => one.instrument === instrument);
        expect(cell.coverage_pct).toBe(share?.coverage_pct ?? 0);
        if (own.length === 0) continue;
        const { purchased, used } = own
          .map(({ id }) => hoursOf(world, id))
          .reduce((one, other) => ({
            purchased: one.purchased + other.purchased,
            used: one.used + other.used,
          }));
        expectPercent(cell.utilization_pct, used, purchased);
      }
    }
  }),

  'W16 and W32: knows no figure of a provider that was not measured': only(['unmeasured'], ({ ask }) => {
    const { measured: isMeasured, services } = ask('getCommitmentsByService');
    expect(isMeasured).toBe(false);
    for (const cell of services.flatMap(({ ri, sp }: any) => [ri, sp])) {
      const { commitment_count, ...figures } = cell;
      expect(new Set(Object.values(figures))).toEqual(new Set([null]));
    }
  }),
});

export const oneCommitment = claims('one commitment', {
  'W5: is told alike wherever it is shown': anywhere((world) => {
    const shown = new Map<string, any[]>();
    const rows = [
      ...world.ask('getCommitmentPortfolio').rows,
      ...everyPage(world, 'listCommitmentCoverage').items.map(({ row_id: id, ...row }: any) => ({
        id,
        ...row,
      })),
      ...wholeInventory(world),
    ];
    for (const row of rows) shown.set(row.id, [...(shown.get(row.id) ?? []), row]);
    for (const row of listOf(world)) {
      const detail = detailOf(world, row.id);
      expect(detail).toMatchObject(row);
      for (const other of shown.get(row.id) ?? []) {
        for (const fact of ['provider', 'service', 'service_label', 'region', 'kind']) {
          // A plan that holds everywhere has no region in the inventory.
          if (other[fact] !== undefined && other[fact] !== null) expect(other[fact]).toBe(row[fact]);
        }
        for (const [figure, same] of [
          ['utilization_pct', row.current_utilization_pct],
          ['coverage_pct', row.current_coverage_pct],
          ['committed_cost_monthly', row.monthly_commitment_usd],
          ['fee_monthly_list', row.monthly_commitment_usd],
          ['usage_cost_monthly', detail.covered_spend_monthly],
          ['fee_monthly_net', detail.fee_monthly_net],
          ['hourly_commitment_usd', detail.hourly_commitment_usd],
          ['utilization_slope_pp_30d', detail.utilization_slope_pp_30d],
          ['unit_count', detail.unit_count],
          ['qty', detail.unit_count],
        ] as const) {
          if (figure in other) expect(other[figure], figure).toBe(same);
        }
      }
    }
  }),

  'W19: costs a month what it does in an hour, 730 times': anywhere((world) => {
    for (const { id } of listOf(world)) {
      const one = detailOf(world, id);
      expect(one.fee_monthly_list).toBe(one.monthly_commitment_usd);
      expectNear(one.hourly_commitment_usd * 730, one.fee_monthly_list, 1);
      if (one.fee_monthly_net !== null) expect(one.fee_monthly_net).toBeLessThanOrEqual(one.fee_monthly_list);
      expectAscending(one.history.map(({ timestamp }: any) => timestamp));
    }
  }),

  'W26: is used as its days say together': measured((world) => {
    for (const { id } of listOf(world)) {
      const one = detailOf(world, id);
      const { utilization_history: days, coverage_history: covered } = one;
      expect(covered.map(({ date }: any) => date)).toEqual(days.map(({ date }: any) => date));
      expectAscending(days.map(({ date }: any) => date));
      const { purchased, used } = sums(days);
      expectPercent(one.current_utilization_pct, used, purchased);
      for (const { utilization_pct, purchased_hours, used_hours } of days) {
        expect(used_hours).toBeLessThanOrEqual(purchased_hours);
        expectPercent(utilization_pct, used_hours, purchased_hours);
      }
      if (one.utilization_slope_pp_30d !== null) {
        expect(one.utilization_slope_pp_30d).toBeCloseTo(
          slopeOf(days.map(({ utilization_pct }: any) => utilization_pct)) * 30,
          1,
        );
      }
    }
  }),

  'W28: leaves unused on its days what resizing it would save': measured((world) => {
    for (const { id, unit_count, hourly_commitment_usd } of world.ask('getCommitmentPortfolio').rows) {
      const one = detailOf(world, id);
      const days = one.utilization_history as any[];
      if (days.length === 0) continue;
      const liveHours = sums(days).purchased / (unit_count ?? hourly_commitment_usd);
      const unused = days.reduce((sum, { unused_cost }) => sum + unused_cost, 0);
      expectNear((unused * 730) / liveHours, one.rightsizing_monthly, days.length + 1);
      for (const { unused_cost, purchased_hours, used_hours } of days) {
        const fee = one.fee_monthly_net / 730 / (unit_count ?? hourly_commitment_usd);
        expect(Math.abs(unused_cost - (purchased_hours - used_hours) * fee)).toBeLessThanOrEqual(0.02);
      }
    }
  }),

  'W30 and W35: stands beside the remainder of its service, and a share of what is eligible': measured(
    (world) => {
      for (const provider of ['provider_a', 'provider_b']) {
        const { services } = world.ask('getCoverageRates', { query: { provider } });
        for (const { id, service } of listOf(world, { provider })) {
          const one = detailOf(world, id);
          const rates = services.find((row: any) => row.service === service);
          expect(one.on_demand_monthly).toBe(rates.on_demand_monthly);
          if (one.covered_spend_monthly === null) continue;
          expectPercent(
            one.current_coverage_pct,
            one.covered_spend_monthly,
            rates.covered_monthly + rates.on_demand_monthly,
          );
        }
      }
    },
  ),

  'W35 and W55: is consumed as the portfolio says': measured((world) => {
    const rows = new Map(world.ask('getCommitmentPortfolio').rows.map((row: any) => [row.id, row]));
    for (const { id } of listOf(world)) {
      const one = detailOf(world, id);
      const row = rows.get(id) as any;
      expect(one.consumers).toEqual(row?.consumers ?? []);
      expect([one.protects_monthly, one.rightsizing_monthly]).toEqual([
        row?.protects_monthly ?? null,
        row?.rightsizing_monthly ?? null,
      ]);
      expectDescending(one.consumers.map((each: any) => each.covered_spend_monthly));
      if (one.unit_count === null) continue;
      const hours = one.consumers.reduce((sum: number, each: any) => sum + each.covered_hours, 0);
      const { used } = sums(one.utilization_history);
      expect(Math.abs(hours - (used * 730) / 720)).toBeLessThanOrEqual(0.005 * (one.consumers.length + 1));
    }
  }),

  'W51 and W70: is advised what the recommendations say': measured((world) => {
    const worthBuying = world.ask('listCommitmentRecommendations') as any[];
    for (const { id, service, current_utilization_pct } of listOf(world)) {
      const one = detailOf(world, id);
      const purchases = one.recommendations.filter(({ kind }: any) => kind !== 'cancel_underutilized');
      const priced = worthBuying.filter((each) => each.service === service && each.monthly_savings !== null);
      expect(
        new Map(purchases.map(({ id: other, monthly_savings }: any) => [other, monthly_savings])),
      ).toEqual(
        new Map(
          current_utilization_pct === null
            ? []
            : priced.map(({ id: other, monthly_savings }) => [other, monthly_savings]),
        ),
      );
      const cancel = one.recommendations.filter(({ kind }: any) => kind === 'cancel_underutilized');
      expect(cancel.map(({ monthly_savings }: any) => monthly_savings)).toEqual(
        current_utilization_pct !== null && current_utilization_pct < 70 ? [one.rightsizing_monthly] : [],
      );
    }
  }),

  'W32: has no figure of its use where nothing was measured': only(['unmeasured'], (world) => {
    for (const { id, current_utilization_pct, current_coverage_pct } of listOf(world)) {
      const one = detailOf(world, id);
      const figures = [
        current_utilization_pct,
        current_coverage_pct,
        one.covered_spend_monthly,
        one.on_demand_monthly,
        one.utilization_slope_pp_30d,
        one.protects_monthly,
        one.rightsizing_monthly,
      ];
      expect(new Set(figures)).toEqual(new Set([null]));
      expect([one.utilization_history, one.coverage_history, one.consumers]).toEqual([[], [], []]);
    }
    for (const row of everyPage(world, 'listCommitmentCoverage').items) {
      expect([row.usage_cost_monthly, row.coverage_pct, row.utilization_pct]).toEqual([null, null, null]);
    }
    for (const row of world.ask('getCommitmentPortfolio').rows) {
      expect([row.utilization_pct, row.coverage_pct, row.utilization_slope_pp_30d]).toEqual([
        null,
        null,
        null,
      ]);
      expect([row.protects_monthly, row.rightsizing_monthly, row.consumers]).toEqual([null, null, []]);
    }
    for (const row of wholeInventory(world)) {
      expect([row.saved_monthly, row.unused_monthly, row.on_demand]).toEqual([null, null, null]);
    }
  }),

  'W7, W8 and W9: is on one page of the deprecated read': anywhere((world) => {
    expectPages(world, 'listCommitmentCoverage', {}, [2, 100]);
    expectPages(world, 'listCommitmentCoverage', { query: { provider: 'provider_c' } }, [20]);
  }),
});

import { expect } from 'vitest';
import type { TestWorld } from './support/ask.js';
import { anywhere, claims, measured, only } from './support/claims.js';
import { everyPage } from './support/every-page.js';
import { expectAscending, expectDescending, expectNear, slopeOf } from './support/near.js';

const runningOf = ({ ask }: TestWorld, query: Record<string, unknown> = {}) =>
  ask('getCommitmentPortfolio', { query }).rows as any[];
const listOf = (world: TestWorld) => everyPage(world, 'listCommitments').items as any[];
const about = (id: string) => ({ path: { commitment_id: id } });

export const portfolio = claims('the portfolio', {
  'W55: has a row for each commitment that runs': measured((world) => {
    const live = listOf(world).filter(({ status }) => ['active', 'expiring'].includes(status));
    expect(
      runningOf(world)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(live.map(({ id }) => id).toSorted());
  }),

  'W56: tells the instant of each end': measured((world) => {
    for (const { id, end_at, expires_in_seconds } of runningOf(world)) {
      expect(end_at.slice(0, 10)).toBe(listOf(world).find((row) => row.id === id).end_date);
      expect(Date.parse(end_at)).toBeGreaterThan(world.clock.now());
      expect(expires_in_seconds).toBe(
        Math.floor(Date.parse(end_at) / 1000) - Math.floor(world.clock.now() / 1000),
      );
    }
  }),

  'W55: consumes all that was used, and counts what it names': measured((world) => {
    for (const basis of ['net', 'list']) {
      for (const row of runningOf(world, { basis })) {
        expectDescending(row.consumers.map((one: any) => one.covered_spend_monthly));
        if (row.unit_count === null) {
          for (const { covered_hours } of row.consumers) expect(covered_hours).toBeNull();
          expect(row.unit_rate_hourly).toBeNull();
          continue;
        }
        expect(row.unit_rate_hourly * row.unit_count).toBeCloseTo(row.hourly_commitment_usd, 4);
        const used = world
          .ask('getCommitment', about(row.id))
          .utilization_history.reduce((sum: number, { used_hours }: any) => sum + used_hours, 0);
        const hours = row.consumers.reduce((sum: number, one: any) => sum + one.covered_hours, 0);
        expect(Math.abs(hours - (used * 730) / 720)).toBeLessThanOrEqual(0.005 * (row.consumers.length + 1));
      }
    }
  }),

  'W55: sums its rows, the next to end first': anywhere((world) => {
    for (const basis of ['net', 'list']) {
      for (const provider of [undefined, 'provider_a', 'provider_b']) {
        const { totals, rows } = world.ask('getCommitmentPortfolio', {
          query: provider === undefined ? { basis } : { basis, provider },
        });
        expectAscending(rows.map(({ end_at }: any) => end_at));
        expect(totals.commitment_count).toBe(rows.length);
        expect(totals.expiring_within_30d).toBe(
          rows.filter(({ status }: any) => status === 'expiring').length,
        );
        expect(totals.organization_count).toBe(new Set(rows.map((row: any) => row.organization_id)).size);
        const sum = (figure: string) => rows.reduce((all: number, row: any) => all + (row[figure] ?? 0), 0);
        expect(totals.hourly_commitment_usd).toBeCloseTo(sum('hourly_commitment_usd'), 4);
        for (const figure of [
          'fee_monthly_list',
          'fee_monthly_net',
          'protects_monthly',
          'rightsizing_monthly',
        ]) {
          expectNear(sum(figure), totals[figure], rows.length);
        }
      }
    }
  }),

  'W59: protects what its usage would cost on demand, less its fee': measured((world) => {
    for (const basis of ['net', 'list']) {
      for (const row of runningOf(world, { basis })) {
        const days = world.ask('getCommitment', about(row.id)).utilization_history as any[];
        if (days.length === 0) continue;
        const purchased = days.reduce((sum, { purchased_hours }) => sum + purchased_hours, 0);
        const liveHours = purchased / (row.unit_count ?? row.hourly_commitment_usd);
        const covered = row.consumers.reduce((sum: number, one: any) => sum + one.covered_spend_monthly, 0);
        const fee = basis === 'net' ? row.fee_monthly_net : row.fee_monthly_list;
        // Cover is told for a month of the window, protection for one in which it runs throughout.
        const longer = 720 / liveHours;
        expectNear(covered * longer - fee, row.protects_monthly, (row.consumers.length + 2) * longer);
      }
    }
  }),

  'W57 and W59: keeps apart what renewing protects and what resizing saves': measured((world) => {
    for (const row of runningOf(world, { basis: 'list' })) {
      if (row.saturated) expect(row.rightsizing_monthly).toBe(0);
      expect(row.saturated).toBe(row.rightsizing_monthly === 0);
      const sum = row.protects_monthly + row.rightsizing_monthly;
      if (row.rightsizing_monthly === 0 || sum === 0) continue;
      expect(Object.values(row)).not.toContain(Math.round(sum * 100) / 100);
    }
  }),

  'W58: costs no more net than at list': measured((world) => {
    const list = runningOf(world, { basis: 'list' });
    runningOf(world).forEach((net, i) => {
      expect([net.id, net.utilization_pct]).toEqual([list[i].id, list[i].utilization_pct]);
      expect(net.rightsizing_monthly).toBeLessThanOrEqual(list[i].rightsizing_monthly);
      expect(net.fee_monthly_net).toBeLessThanOrEqual(net.fee_monthly_list);
    });
  }),
});

export const contracts = claims('contracts', {
  'W60 and W61: keep floor and metered charge apart, and are in no other list': measured((world) => {
    const contracts = world.ask('listContractCommitments') as any[];
    const ids = listOf(world).map(({ id }) => id);
    expectAscending(contracts.map(({ id }) => id));
    for (const { id, months, contract_monthly_usd, latest_metered_usd } of contracts) {
      expect(ids).not.toContain(id);
      for (const { contract_usd, consumed_usd, metered_usd, shortfall_usd, billed_usd } of months) {
        expect(Math.min(metered_usd, shortfall_usd)).toBe(0);
        expect(billed_usd).toBeCloseTo(Math.max(contract_usd, consumed_usd), 2);
        expect(contract_usd + metered_usd).toBeCloseTo(billed_usd, 2);
        expect(shortfall_usd).toBeCloseTo(Math.max(0, contract_usd - consumed_usd), 2);
      }
      expectAscending(months.map(({ period }: any) => period));
      const newest = months.at(-1);
      expect([contract_monthly_usd, latest_metered_usd]).toEqual([newest.contract_usd, newest.metered_usd]);
    }
    expect(contracts.some(({ latest_metered_usd }) => latest_metered_usd > 0)).toBe(true);
    expect(contracts.some(({ latest_metered_usd }) => latest_metered_usd === 0)).toBe(true);
  }),
});

const rowsOf = ({ contract, options }: any) => [contract, ...options] as any[];

export const renewalOptions = claims('renewal options', {
  'W62 and W65: recommend the one with the lowest yearly cost': measured((world) => {
    for (const { id } of listOf(world)) {
      for (const query of [{}, { quantity: 3 }]) {
        const rows = rowsOf(world.ask('getRenewalOptions', { ...about(id), query }));
        const [best, ...others] = rows.filter(({ recommended }) => recommended);
        expect(others).toEqual([]);
        const priced = rows.filter(({ per_year }) => per_year !== null);
        expect(best.per_year).toBe(Math.min(...priced.map(({ per_year }) => per_year)));
        if ('quantity' in query) expect(rows.every(({ quantity }) => quantity === 3)).toBe(true);
      }
    }
  }),

  'W63 and W64: cost less the longer the term and the earlier the money': measured((world) => {
    const rank = ['all_upfront', 'partial_upfront', 'no_upfront'];
    for (const { id } of listOf(world)) {
      const rows = rowsOf(world.ask('getRenewalOptions', { ...about(id), query: { quantity: 2 } })).filter(
        ({ term_total }) => term_total !== null,
      );
      for (const one of rows) {
        const hours = one.term_months * 730;
        expect(one.term_total).toBeCloseTo(one.upfront + one.recurring_hourly * hours, 1);
        for (const other of rows) {
          if (one.term_months === other.term_months) {
            if (rank.indexOf(one.payment_option) < rank.indexOf(other.payment_option)) {
              expect(one.term_total).toBeLessThanOrEqual(other.term_total);
            }
          } else if (one.payment_option === other.payment_option && one.term_months > other.term_months) {
            const perUnit = (row: any) => row.term_total / row.term_months / row.held_units_equivalent;
            expect(perUnit(one)).toBeLessThanOrEqual(perUnit(other));
          }
        }
      }
    }
  }),

  'W63: cost what is due and what the rest of the demand costs on demand': measured((world) => {
    for (const { id } of listOf(world)) {
      for (const query of [{}, { quantity: 3 }]) {
        const options = world.ask('getRenewalOptions', { ...about(id), query });
        const { demand } = options;
        for (const row of rowsOf(options)) {
          const hours = row.term_months * 730;
          // What is expected stays level, so every point of a term asks for the same.
          const expected = demand.projection[0].units;
          const { held_units_equivalent: held } = row;
          expect(row.idle_units).toBeCloseTo(Math.max(0, held - expected), 3);
          expect(row.spill_units).toBeCloseTo(Math.max(0, expected - held), 3);
          if (demand.on_demand_rate === null) expect(row.spill_cost).toBeNull();
          else expect(row.spill_cost).toBeCloseTo(row.spill_units * demand.on_demand_rate * hours, 1);
          if (row.term_total === null) {
            expect([row.upfront, row.recurring_hourly, row.all_in, row.per_year]).toEqual([
              null,
              null,
              null,
              null,
            ]);
            continue;
          }
          expect(row.all_in).toBeCloseTo(row.term_total + (row.spill_cost ?? 0), 1);
          expect(row.per_year).toBeCloseTo((row.all_in * 8760) / hours, 1);
        }
      }
    }
  }),

  'W63: start from what is held and what was used of it': measured((world) => {
    const rows = new Map(
      ['ri', 'sp']
        .flatMap(
          (instrument) => world.ask('listCommitmentInventory', { query: { instrument } }).rows as any[],
        )
        .map((row) => [row.id, row]),
    );
    for (const { id, current_utilization_pct } of listOf(world)) {
      const options = world.ask('getRenewalOptions', about(id));
      const plan = world.ask('getRenewalPlan', about(id));
      const { held_quantity, held_quantity_as_bought, demand, contract, classes, quantity_step } = options;
      const row = rows.get(id);
      if (row !== undefined) expect(held_quantity).toBe(row.qty ?? row.commitment_hourly);
      expect([held_quantity_as_bought, contract.quantity, plan.units_held]).toEqual(
        Array.from({ length: 3 }, () => held_quantity),
      );
      expect(contract.held_units_equivalent).toBeCloseTo(held_quantity, 4);
      const own = classes.find((one: any) => one.resource === options.held_resource);
      if (options.held_resource === null) expect([classes, quantity_step]).toEqual([[], 0.00001]);
      else expect([own.held_units_per_one, own.recommended, quantity_step]).toEqual([1, true, 1]);
      for (const option of options.options) {
        const perOne = classes.find((one: any) => one.resource === option.resource)?.held_units_per_one;
        if (perOne !== undefined) expect(option.held_units_equivalent).toBe(option.quantity * perOne);
      }
      expectAscending(demand.points.map(({ date }: any) => date));
      expectAscending(demand.projection.map(({ date }: any) => date));
      expect(new Set(demand.projection.map(({ units }: any) => units)).size).toBe(1);
      expect(demand.projection).toHaveLength(3);
      const units = demand.points.map((point: any) => point.units);
      expect(demand.units_per_month).toBeCloseTo(slopeOf(units), 3);
      const level = units.reduce((sum: number, one: number) => sum + one, 0) / units.length;
      const expected = demand.projection[0].units;
      if (plan.pending_changes.length === 0) expect(expected).toBeCloseTo(level, 3);
      else expect(expected).toBeLessThan(level);
      if (current_utilization_pct === null) continue;
      const days = world.ask('getCommitment', about(id)).utilization_history as any[];
      const sum = (figure: string) => days.reduce((all, one) => all + one[figure], 0);
      const hours = sum('purchased_hours') / held_quantity;
      expect(plan.units_consumed).toBeCloseTo(sum('used_hours') / hours, 3);
      const [last] = demand.points.slice(-1);
      const since = days.filter(({ date }) => date >= last.date);
      const bought = since.reduce((all, one) => all + one.purchased_hours, 0) / held_quantity;
      const used = since.reduce((all, one) => all + one.used_hours, 0);
      if (since[0]?.date === last.date && bought > 0) expect(last.units).toBeCloseTo(used / bought, 3);
      if (row?.on_demand) {
        const { on_demand_cost } = row.on_demand;
        expect(Math.abs(demand.on_demand_rate * sum('used_hours') - on_demand_cost)).toBeLessThanOrEqual(
          0.006 + 1e-6 * sum('used_hours'),
        );
      }
    }
  }),

  'W64: are sold for every class alike': measured((world) => {
    for (const { id } of listOf(world)) {
      const { classes, options, contract, size_mix, quota } = world.ask('getRenewalOptions', about(id));
      for (const { offered, resource } of classes) {
        for (const { offering_id, term_months, payment_option } of offered) {
          const priced = [contract, ...options].find((row: any) => row.offering_id === offering_id);
          if (priced === undefined) continue;
          expect([priced.resource, priced.term_months, priced.payment_option]).toEqual([
            resource,
            term_months,
            payment_option,
          ]);
        }
      }
      for (const { instance_type, normalized_units, instances } of size_mix) {
        const perOne = classes.find((one: any) => one.resource === instance_type).held_units_per_one;
        expect(Math.abs(normalized_units - instances * perOne)).toBeLessThanOrEqual(perOne / 2 + 1e-6);
      }
      if (quota === null) expect(classes).toEqual([]);
      else {
        expect(quota.used).toBeLessThanOrEqual(quota.limit);
        const best = rowsOf({ contract, options }).find(({ recommended }) => recommended);
        expect(best.quota_blocked).toBe(quota.projected > quota.limit);
      }
    }
  }),

  'W32 and W63: know no demand where nothing was measured': only(['unmeasured'], (world) => {
    for (const { id, provider } of listOf(world)) {
      if (provider !== 'provider_a') continue;
      const options = world.ask('getRenewalOptions', about(id));
      expect(options.demand).toBeNull();
      for (const row of rowsOf(options)) {
        expect([row.idle_units, row.spill_units, row.spill_cost]).toEqual([null, null, null]);
        expect(row.all_in).toBe(row.term_total);
      }
      const plan = world.ask('getRenewalPlan', about(id));
      expect([plan.units_consumed, plan.protects_monthly, plan.rightsizing_monthly]).toEqual([
        null,
        null,
        null,
      ]);
      expect([plan.units_recommended, plan.quantity_recommended]).toEqual([0, null]);
    }
  }),

  'W66: are refused for a fraction of a reservation, and priced for one of a plan': measured((world) => {
    for (const { id, kind } of listOf(world)) {
      const request = { ...about(id), query: { quantity: 2.5 } };
      if (kind === 'savings_plan' || kind === 'spend_commitment') {
        expect(world.ask('getRenewalOptions', request).contract.quantity).toBe(2.5);
        const finest = { ...about(id), query: { quantity: 2.00001 } };
        expect(world.ask('getRenewalOptions', finest).contract.quantity).toBe(2.00001);
        const tooFine = { ...about(id), query: { quantity: 2.000001 } };
        expect(world.refusal('getRenewalOptions', tooFine)).toMatchObject({
          status: 422,
          details: [{ loc: ['query', 'quantity'], type: 'too_many_decimals' }],
        });
      } else {
        expect(world.refusal('getRenewalOptions', request)).toMatchObject({
          status: 422,
          details: [{ loc: ['query', 'quantity'], type: 'fractional_quantity' }],
        });
      }
    }
  }),
});

export const renewalQuote = claims('a renewal quote', {
  'W67 and W68: is either priced, as the options are, or says why it is not': measured((world) => {
    for (const { id } of listOf(world)) {
      const quote = world.ask('getRenewalQuote', about(id));
      const { term, error_message, offering_id, qty } = quote;
      const { contract, held_quantity } = world.ask('getRenewalOptions', about(id));
      expect([quote.term_months, quote.payment_option]).toEqual([
        contract.term_months,
        contract.payment_option,
      ]);
      expect(qty).toBe(contract.resource === null ? null : held_quantity);
      expect(term === null).toBe(error_message !== null);
      expect([contract.offering_id, contract.term_total]).toEqual([offering_id, term?.term_total ?? null]);
      const ofReservation = [quote.fixed_price, quote.recurring_hourly, quote.usage_hourly];
      const ofPlan = [quote.upfront, quote.commitment_hourly];
      if (term === null) {
        expect(new Set([...ofReservation, ...ofPlan])).toEqual(new Set([null]));
        continue;
      }
      expect([term.upfront_total, term.recurring_hourly_total]).toEqual([
        contract.upfront,
        contract.recurring_hourly,
      ]);
      expect(term.term_hours).toBe(quote.term_months * 730);
      if (qty === null) {
        expect(new Set(ofReservation)).toEqual(new Set([null]));
        expect(quote.upfront).toBe(term.upfront_total);
        expect(quote.commitment_hourly).toBe(held_quantity);
        const hourly = term.upfront_total / term.term_hours + term.recurring_hourly_total;
        expect(quote.commitment_hourly).toBeCloseTo(hourly, 4);
      } else {
        expect(new Set(ofPlan)).toEqual(new Set([null]));
        expectNear(quote.fixed_price * qty, term.upfront_total, 1);
        expect(quote.recurring_hourly * qty).toBeCloseTo(term.recurring_hourly_total, 4);
        // Nothing that is sold charges by use too, so a term costs what is due whatever is used.
        expect(quote.usage_hourly).toBe(0);
      }
    }
    expect(world.ask('getRenewalQuote', about('ri-c0ffee42')).error_message).not.toBeNull();
  }),
});

export const renewal = claims('a renewal', {
  'W69: stands queued at the provider once it is bought, no earlier than is safe': measured((world) => {
    const bought = 'ri-5ea4c80f';
    expect(world.ask('getRenewal', about(bought)).created).toBe(true);
    const { buy_after_utc } = world.ask('getRenewalPlan', about(bought));
    const queued = world.ask('listCommitmentInventory', { query: { instrument: 'ri', state: 'queued' } });
    const { service } = listOf(world).find(({ id }) => id === bought);
    const [next] = queued.rows.filter((row: any) => row.service === service);
    expect(Date.parse(next.start)).toBeGreaterThanOrEqual(Date.parse(buy_after_utc.slice(0, 10)));
  }),

  'W69: is not found where none was raised': measured((world) => {
    expect(world.refusal('getRenewal', about('ri-51ced0a9')).code).toBe('NOT_FOUND');
  }),

  'W69: asks for as much as the commitment that was bought': anywhere((world) => {
    const { quantity } = world.ask('getRenewal', about('ri-5ea4c80f'));
    const rows = world.ask('listCommitmentInventory', { query: { instrument: 'ri' } }).rows as any[];
    expect(quantity).toBe(rows.find(({ id }) => id === 'ri-0a1b2c3d').qty);
  }),

  'W59 and W70: plans to keep what the portfolio says a renewal protects': anywhere((world) => {
    for (const { id } of listOf(world)) {
      const plan = world.ask('getRenewalPlan', about(id));
      const one = world.ask('getCommitment', about(id));
      const { error_message } = world.ask('getRenewalQuote', about(id));
      expect(plan.protects_monthly).toBe(error_message === null ? one.protects_monthly : null);
      expect(plan.rightsizing_monthly).toBe(one.rightsizing_monthly);
      const options = world.ask('getRenewalOptions', about(id));
      expect(plan.decision).toBe(options.decision);
      const best = [options.contract, ...options.options].find(({ recommended }) => recommended);
      expect([plan.units_recommended, plan.quantity_recommended]).toEqual(
        plan.decision === 'renew' ? [best.held_units_equivalent, best.quantity] : [0, null],
      );
    }
  }),

  'W70: is safe to buy from the very end on, and waits for real recommendations': anywhere((world) => {
    const now = world.clock.now();
    for (const { id } of listOf(world)) {
      const plan = world.ask('getRenewalPlan', about(id));
      const end = Date.parse(plan.end_at);
      expect(plan.buy_after_utc).toBe(end > now ? plan.end_at : null);
      expect(plan.expires_in_seconds).toBe(Math.floor(end / 1000) - Math.floor(now / 1000));
      for (const change of plan.pending_changes) {
        const found = world.ask('getRecommendation', { path: { id: change.recommendation_id } });
        expect(found).toMatchObject(change);
        expect(found.resizes_commitment_id ?? id).toBe(id);
      }
      // What alters the quantity to buy is waited for altogether.
      expect(plan.blocking_changes).toEqual(plan.pending_changes);
    }
    const raised = ['ri-7f3a2c10', 'ri-2b91d4e7', 'ri-5ea4c80f'];
    for (const id of raised) {
      const { created, blocking_changes } = world.ask('getRenewal', about(id));
      const { blocking_changes: planned } = world.ask('getRenewalPlan', about(id));
      expect(blocking_changes).toEqual(created ? [] : planned);
    }
    const waited = raised.flatMap((id) => world.ask('getRenewalPlan', about(id)).pending_changes);
    expect(waited.length).toBeGreaterThan(0);
  }),
});

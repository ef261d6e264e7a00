import type { OperationHandler } from '../../types.js';
import { firstDayOf, hoursPerDay, isoDate } from '../calendar.js';
import { type Context, lastActualDay, type Range, windowDays } from '../context.js';
import type { Domain } from '../ledger/domain.js';
import type { Pool } from '../ledger/pools.js';
import { hoursPerMonth, type Micros, percent, rate, round, usd } from '../money.js';
import { dayFrom, endBeforeStart, type Step, stepsOf } from '../ranges.js';
import type { Commitment, Service } from '../seed-data/types.js';

type Instrument = 'ri' | 'sp';

const kinds: Readonly<Record<Instrument, { pool: Pool['kind']; kind: Commitment['kind'] }>> = {
  ri: { pool: 'capacity', kind: 'reserved_instance' },
  sp: { pool: 'spend', kind: 'savings_plan' },
};

/** How much of what was bought was used, service by service or plan type by plan type. */
export function getCommitmentUtilization(context: Context): OperationHandler {
  return ({ query }) => {
    const last = dayFrom(query.end) ?? lastActualDay(context);
    const first = dayFrom(query.start) ?? last - windowDays + 1;
    if (last < first) return endBeforeStart(query.start, query.end ?? isoDate(last));
    const instrument = query.type as Instrument;
    // Days that are not over have no hours to count yet, and before the first costs nothing is known.
    const window = {
      first: Math.max(first, context.ledger.firstDay),
      last: Math.min(last, lastActualDay(context)),
    };
    return {
      data: {
        provider: query.provider,
        instrument,
        granularity: query.granularity,
        start: isoDate(first),
        end: isoDate(last),
        services: context.ledger.domainsOf(query.provider).flatMap((domain) => {
          const entry = entryOf(context, domain, instrument, window, query.granularity);
          return entry === null ? [] : [entry];
        }),
      },
    };
  };
}

/** What the pools of one instrument and their service came to. */
interface Use {
  size: number;
  used: number;
  fee: Micros;
  usedFee: Micros;
  /** At the prices that are paid. */
  covered: Micros;
  eligible: Micros;
}

function useOf(domain: Domain, pools: readonly number[], { first, last }: Range, byUnits: boolean): Use {
  const use: Use = { size: 0, used: 0, fee: 0, usedFee: 0, covered: 0, eligible: 0 };
  for (let day = first; day <= last; day++) {
    const sums = domain.day(day);
    for (const p of pools) {
      const pool = sums.pools[p];
      if (pool === undefined) continue;
      use.size += pool.size;
      use.used += pool.used;
      use.fee += pool.fee;
      use.usedFee += pool.usedFee;
    }
    for (const cell of sums.cells) {
      use.covered += byUnits ? cell.capacityContracted : cell.spendContracted;
      use.eligible += cell.contracted;
    }
  }
  return use;
}

function entryOf(
  context: Context,
  domain: Domain,
  instrument: Instrument,
  window: Range,
  granularity: 'daily' | 'monthly',
) {
  const { ledger } = context;
  const service = ledger.services.get(domain.service) as Service;
  const wanted = kinds[instrument];
  const pools = domain.pools.flatMap((pool, p) =>
    pool.kind === wanted.pool && pool.stack.slots[0]?.commitment.kind === wanted.kind ? [p] : [],
  );
  const byUnits = instrument === 'ri';
  const use = useOf(domain, pools, window, byUnits);
  if (use.size === 0) return null;
  const used = byUnits ? use.used : use.usedFee / 1_000_000;
  const purchased = byUnits ? use.size : use.fee / 1_000_000;
  const lastHour = (window.last + 1) * hoursPerDay - 1;
  const fee = pools.reduce((sum, p) => {
    const live = domain.pools[p]?.stack.liveAt(lastHour);
    return sum + (live?.feesBelow[live.slots.length] ?? 0);
  }, 0);
  const hours = (window.last - window.first + 1) * hoursPerDay;
  return {
    service: byUnits ? service.id : service.planType,
    service_label: byUnits ? service.label : planLabel(service),
    size_unit: byUnits ? service.sizing : 'usd_per_hour',
    used_hours: round(used, 6),
    purchased_hours: round(purchased, 6),
    utilization_pct: percent(used, purchased),
    dimensions: byUnits ? dimensionsOf(service, used, purchased) : [],
    committed_monthly_usd: fee === 0 ? null : usd(fee * hoursPerMonth),
    committed_hourly_usd: fee === 0 ? null : rate(fee),
    contracted_hourly_usd: byUnits || fee === 0 ? null : rate(fee),
    applied_to: byUnits || used === 0 ? [] : [{ service: service.id, hourly_usd: round(used / hours, 6) }],
    days: stepsOf(window, granularity).map((step) =>
      stepOf(step, granularity, byUnits, useOf(domain, pools, step, byUnits)),
    ),
  };
}

function planLabel({ planType }: Service): string {
  return `${(planType ?? '').charAt(0).toUpperCase()}${(planType ?? '').slice(1)} savings plans`;
}

function dimensionsOf(service: Service, used: number, purchased: number) {
  const capacity = {
    key: 'capacity',
    used,
    total: purchased,
    unit: service.sizing === 'vcpu' ? 'vcpu_hour' : 'node_hour',
    utilization_pct: percent(used, purchased),
  };
  const memory = service.memoryPerUnit;
  if (memory === null) return [capacity];
  return [
    capacity,
    { ...capacity, key: 'memory', used: used * memory, total: purchased * memory, unit: 'gib_hour' },
  ];
}

function stepOf(step: Step, granularity: 'daily' | 'monthly', byUnits: boolean, use: Use) {
  return {
    date: isoDate(granularity === 'daily' ? step.first : firstDayOf(step.month)),
    capacity_pct: byUnits ? percent(use.used, use.size) : null,
    capacity_used: byUnits ? use.used : null,
    capacity_total: byUnits ? use.size : null,
    commitment_pct: byUnits ? null : percent(use.usedFee, use.fee),
    commitment_used_usd: byUnits ? null : rate(use.usedFee),
    commitment_total_usd: byUnits ? null : rate(use.fee),
    coverage_pct: percent(use.covered, use.eligible),
  };
}

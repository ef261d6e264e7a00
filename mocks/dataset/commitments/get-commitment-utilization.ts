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

/** Utilization by service for reservations, by plan type for savings plans. */
export function getCommitmentUtilization(context: Context): OperationHandler {
  return ({ query }) => {
    const last = dayFrom(query.end) ?? lastActualDay(context);
    const first = dayFrom(query.start) ?? last - windowDays + 1;
    if (last < first) return endBeforeStart(query.start, query.end ?? isoDate(last));
    const instrument = query.type as Instrument;
    // Only complete days with costs are measured.
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

/** Usage and cost of the pools of one instrument, and eligible spend of their service. */
interface Usage {
  size: number;
  used: number;
  fee: Micros;
  usedFee: Micros;
  /** At contracted prices. */
  covered: Micros;
  eligible: Micros;
}

function usageOf(domain: Domain, pools: readonly number[], { first, last }: Range, byUnits: boolean): Usage {
  const usage: Usage = { size: 0, used: 0, fee: 0, usedFee: 0, covered: 0, eligible: 0 };
  for (let day = first; day <= last; day++) {
    const sums = domain.day(day);
    for (const p of pools) {
      const pool = sums.pools[p];
      if (pool === undefined) continue;
      usage.size += pool.size;
      usage.used += pool.used;
      usage.fee += pool.fee;
      usage.usedFee += pool.usedFee;
    }
    for (const cell of sums.cells) {
      usage.covered += byUnits ? cell.capacityContracted : cell.spendContracted;
      usage.eligible += cell.contracted;
    }
  }
  return usage;
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
  const target = kinds[instrument];
  const pools = domain.pools.flatMap((pool, p) =>
    pool.kind === target.pool && pool.stack.slots[0]?.commitment.kind === target.kind ? [p] : [],
  );
  const byUnits = instrument === 'ri';
  const usage = usageOf(domain, pools, window, byUnits);
  if (usage.size === 0) return null;
  const used = byUnits ? usage.used : usage.usedFee / 1_000_000;
  const purchased = byUnits ? usage.size : usage.fee / 1_000_000;
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
      stepOf(step, granularity, byUnits, usageOf(domain, pools, step, byUnits)),
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

function stepOf(step: Step, granularity: 'daily' | 'monthly', byUnits: boolean, usage: Usage) {
  return {
    date: isoDate(granularity === 'daily' ? step.first : firstDayOf(step.month)),
    capacity_pct: byUnits ? percent(usage.used, usage.size) : null,
    capacity_used: byUnits ? usage.used : null,
    capacity_total: byUnits ? usage.size : null,
    commitment_pct: byUnits ? null : percent(usage.usedFee, usage.fee),
    commitment_used_usd: byUnits ? null : rate(usage.usedFee),
    commitment_total_usd: byUnits ? null : rate(usage.fee),
    coverage_pct: percent(usage.covered, usage.eligible),
  };
}

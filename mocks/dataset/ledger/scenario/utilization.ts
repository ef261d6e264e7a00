import { type Day, hoursPerDay } from '../../calendar.js';
import { type Micros, microsPerDollar } from '../../money.js';
import type { Commitment, Service } from '../../seed-data/types.js';
import type { Pool } from '../pools.js';
import type { GroupUsage, Instrument, UtilizationGroup } from '../utilization.js';
import type { ScenarioDomain } from './domain.js';

const kinds: Readonly<Record<Instrument, { pool: Pool['kind']; kind: Commitment['kind'] }>> = {
  ri: { pool: 'capacity', kind: 'reserved_instance' },
  sp: { pool: 'spend', kind: 'savings_plan' },
};

/** The commitments of one instrument and service; every plan type belongs to one service. */
export class ScenarioUtilization implements UtilizationGroup {
  readonly id: string;
  readonly label: string;
  readonly sizeUnit: string;
  readonly dimensions: UtilizationGroup['dimensions'];
  private readonly pools: readonly number[];

  constructor(
    private readonly domain: ScenarioDomain,
    private readonly service: Service,
    private readonly instrument: Instrument,
  ) {
    const { pool: poolKind, kind } = kinds[instrument];
    const isReserved = instrument === 'ri';
    this.pools = domain.pools.flatMap((pool, p) =>
      pool.kind === poolKind && pool.stack.slots[0]?.commitment.kind === kind ? [p] : [],
    );
    this.id = isReserved ? service.id : (service.planType as string);
    this.label = isReserved ? service.label : planLabel(service);
    this.sizeUnit = isReserved ? (service.sizing as string) : 'usd_per_hour';
    this.dimensions = isReserved ? dimensionsOf(service) : [];
  }

  usage(first: Day, last: Day): GroupUsage {
    const isReserved = this.instrument === 'ri';
    const usage = { used: 0, purchased: 0, covered: 0, eligible: 0 };
    for (let day = first; day <= last; day++) {
      const sums = this.domain.day(day);
      for (const p of this.pools) {
        const pool = sums.pools[p]!;
        usage.used += isReserved ? pool.used : pool.usedFee;
        usage.purchased += isReserved ? pool.size : pool.fee;
      }
      for (const cell of sums.cells) {
        usage.covered += isReserved ? cell.capacityContracted : cell.spendContracted;
        usage.eligible += cell.contracted;
      }
    }
    if (isReserved) return usage;
    return { ...usage, used: usage.used / microsPerDollar, purchased: usage.purchased / microsPerDollar };
  }

  hourlyFees(day: Day) {
    const lastHour = (day + 1) * hoursPerDay - 1;
    const committed = this.pools.reduce((sum, p): Micros => {
      const live = this.domain.pools[p]!.stack.liveAt(lastHour);
      return sum + live.feesBelow[live.slots.length]!;
    }, 0);
    return { committed, contracted: committed };
  }

  appliedTo(first: Day, last: Day) {
    const { used } = this.usage(first, last);
    return this.instrument === 'ri' || used === 0 ? [] : [{ service: this.service.id, used }];
  }
}

function planLabel({ planType }: Service): string {
  return `${(planType ?? '').charAt(0).toUpperCase()}${(planType ?? '').slice(1)} savings plans`;
}

function dimensionsOf({ sizing, memoryPerUnit }: Service): UtilizationGroup['dimensions'] {
  const capacity = { key: 'capacity', unit: sizing === 'vcpu' ? 'vcpu_hour' : 'node_hour', perUnit: 1 };
  if (memoryPerUnit === null) return [capacity];
  return [capacity, { key: 'memory', unit: 'gib_hour', perUnit: memoryPerUnit }];
}

import { hoursPerDay, isoDate } from '../calendar.js';
import type { Commitment } from '../cast/types.js';
import { type Context, recentWindow, windowDays } from '../context.js';
import type { DailyUse } from '../ledger/measure.js';
import { percent, round, usd } from '../money.js';
import { isMeasured } from './measured.js';

/** How a running commitment did on each day of the recent window; null for one without a measure. */
function dailyUseOf(context: Context, commitment: Commitment): DailyUse | null {
  if (!isMeasured(context, commitment)) return null;
  const { first, last } = recentWindow(context);
  const { ledger } = context;
  const domain = ledger.domainOf(commitment);
  const uses = context.memo(`daily ${domain.provider} ${domain.service}`, () =>
    domain.measureDaily(first, last),
  );
  return uses.get(ledger.commitments.get(commitment.id) as number) ?? null;
}

/** Hours bought and used on a day: of units, or of dollars an hour. */
function hoursOf(commitment: Commitment, use: DailyUse, day: number) {
  const hours = use.hours[day] ?? 0;
  return commitment.capacity === null
    ? { purchased: (hours * use.slot.fee) / 1_000_000, used: (use.usedFee[day] ?? 0) / 1_000_000 }
    : {
        purchased: hours * commitment.capacity.quantity,
        used: (use.used[day] ?? 0) / commitment.capacity.unitsPerOne,
      };
}

/** The days of the recent window on which it ran, with its use and its cover at the prices paid. */
export function historyOf(context: Context, commitment: Commitment) {
  const use = dailyUseOf(context, commitment);
  if (use === null) return { utilization: [], coverage: [] };
  const { first } = recentWindow(context);
  const domain = context.ledger.domainOf(commitment);
  const days = Array.from({ length: windowDays }, (_, day) => day).filter((day) => (use.hours[day] ?? 0) > 0);
  return {
    utilization: days.map((day) => {
      const { purchased, used } = hoursOf(commitment, use, day);
      const unused = (use.hours[day] ?? 0) * use.slot.net - (use.usedNet[day] ?? 0);
      return {
        date: isoDate(first + day),
        utilization_pct: percent(used, purchased),
        purchased_hours: round(purchased, 6),
        used_hours: round(used, 6),
        unused_cost: usd(unused),
      };
    }),
    coverage: days.map((day) => {
      const eligible = domain.day(first + day).cells.reduce((sum, cell) => sum + cell.contracted, 0);
      return {
        date: isoDate(first + day),
        coverage_pct: percent(use.coveredContracted[day] ?? 0, eligible),
      };
    }),
  };
}

/** How far utilization moves in thirty days, by a straight line through them; null for a younger one. */
export function slopeOf(context: Context, commitment: Commitment): number | null {
  const use = dailyUseOf(context, commitment);
  if (use === null || use.hours.some((hours) => hours < hoursPerDay)) return null;
  const middle = (windowDays - 1) / 2;
  let rise = 0;
  let run = 0;
  for (let day = 0; day < windowDays; day++) {
    const { purchased, used } = hoursOf(commitment, use, day);
    rise += (day - middle) * ((used / purchased) * 100);
    run += (day - middle) ** 2;
  }
  return round((rise / run) * windowDays, 2);
}

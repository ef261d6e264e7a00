import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Schemas = components['schemas'];

const { examples } = document.components;
const parts: Schemas['UncoveredPart'][] = examples['listUncoveredSpend.steady-and-variable'].value.data;
const rates: Schemas['CoverageRates'] = examples['getCoverageRates.measured'].value.data;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const monthly = (of: Schemas['UncoveredPart'][]) => sum(of.map(({ on_demand_monthly }) => on_demand_monthly));

describe('the examples of listUncoveredSpend', () => {
  it('add up to the on-demand remainder of coverage rates', () => {
    expect(monthly(parts)).toBeCloseTo(rates.totals.on_demand_monthly ?? Number.NaN, 2);
    for (const { service, on_demand_monthly } of rates.services) {
      expect(monthly(parts.filter((part) => part.service === service))).toBeCloseTo(
        on_demand_monthly ?? Number.NaN,
        2,
      );
    }
  });

  it('cut the base once by service, platform and variability', () => {
    const keys = parts.map((part) => `${part.service} ${part.platform} ${part.variability}`);
    expect(new Set(keys).size).toBe(parts.length);
  });

  it('bring the hourly average to a month', () => {
    for (const part of parts) expect(part.on_demand_monthly).toBeCloseTo(part.on_demand_hourly_avg * 730, 2);
  });

  it('keep the floor below the average, by as much as they vary', () => {
    for (const { on_demand_hourly_avg, on_demand_hourly_min, volatility_ratio, variability } of parts) {
      expect(on_demand_hourly_min).toBeLessThanOrEqual(on_demand_hourly_avg);
      expect(volatility_ratio).toBeCloseTo(1 - on_demand_hourly_min / on_demand_hourly_avg, 4);
      expect(variability).toBe(on_demand_hourly_min >= 0.8 * on_demand_hourly_avg ? 'steady' : 'variable');
    }
  });

  it('suggest no more than the floor, and only of what is recommended', () => {
    for (const { recommended_kind, suggested_commitment_hourly, on_demand_hourly_min } of parts) {
      if (recommended_kind === null) expect(suggested_commitment_hourly).toBeNull();
      if (suggested_commitment_hourly === null) continue;
      expect(suggested_commitment_hourly).toBeLessThan(on_demand_hourly_min);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Contract = components['schemas']['ContractCommitment'];

const { examples } = document.components;
const contractsOf = (name: string): Contract[] => examples[`listContractCommitments.${name}`].value.data;
const contracts = contractsOf('over-and-under-the-floor');
const months = contracts.flatMap((contract) => contract.months);

describe('the examples of listContractCommitments', () => {
  it('bill the floor, and what is metered on top of it', () => {
    for (const { contract_usd, consumed_usd, metered_usd, shortfall_usd, billed_usd } of months) {
      const [floor, used] = [contract_usd ?? Number.NaN, consumed_usd ?? Number.NaN];
      expect(metered_usd).toBeCloseTo(Math.max(0, used - floor), 2);
      expect(shortfall_usd).toBeCloseTo(Math.max(0, floor - used), 2);
      expect(billed_usd).toBeCloseTo(floor + metered_usd, 2);
      expect(billed_usd).toBe(Math.max(floor, used));
    }
  });

  it('hold a month over the floor, one under it and one that meets it', () => {
    const sides = months.map(({ contract_usd, consumed_usd }) =>
      Math.sign((consumed_usd ?? Number.NaN) - (contract_usd ?? Number.NaN)),
    );
    expect(new Set(sides)).toEqual(new Set([-1, 0, 1]));
  });

  it('take the headline from the newest month', () => {
    for (const contract of contracts) {
      const newest = contract.months.at(-1);
      expect(contract.latest_metered_usd).toBe(newest?.metered_usd);
      expect(contract.overage_exceeds_floor).toBe(
        (newest?.metered_usd ?? 0) > (newest?.contract_usd ?? Number.NaN),
      );
    }
  });

  it('know nothing that depends on a floor that is not known', () => {
    for (const { contract_monthly_usd, overage_exceeds_floor, months } of contractsOf('floor-unknown')) {
      expect([contract_monthly_usd, overage_exceeds_floor]).toEqual([null, null]);
      for (const { contract_usd, consumed_usd, shortfall_usd, billed_usd } of months) {
        expect([contract_usd, consumed_usd, shortfall_usd, billed_usd]).toEqual([null, null, null, null]);
      }
    }
  });

  it('share no id with the commitments of the providers', () => {
    const listed: { id: string }[] = examples['listCommitments.everything'].value.data.items;
    const ids = new Set(listed.map(({ id }) => id));
    expect(contracts.filter(({ id }) => ids.has(id))).toEqual([]);
  });
});

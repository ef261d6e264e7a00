import { afterAll, expect, test, vi } from 'vitest';
import { temporaryFiles } from '../../tests/support/bill/focus-files.js';
import type * as FileGroups from './files/file-groups.js';

// The files of a worker share their modules: this one loads its own, and leaves none of them to the next file.
vi.resetModules();
vi.doMock(import('./files/file-groups.js'), { spy: true });
const { groupFiles } = await import('./files/file-groups.js');
const { openCharges } = await import('./open-charges.js');
afterAll(() => {
  vi.doUnmock('./files/file-groups.js');
  vi.resetModules();
});

const files = temporaryFiles();
const columns =
  'ProviderName,ServiceName,BillingCurrency,BillingPeriodStart,ChargeCategory,ChargePeriodStart,ChargePeriodEnd';
const values = 'Provider A,Compute,USD,2026-05-01,Usage,2026-05-10,2026-05-11';

test('refuses a file whose columns were changed after its header was read', async () => {
  const write = (costs: string) => files.write('bill.csv', `${columns},${costs}\n${values},10,20,30,40\n`);
  const path = write('BilledCost,EffectiveCost,ListCost,ContractedCost');
  const actual = await vi.importActual<typeof FileGroups>('./files/file-groups.js');
  vi.mocked(groupFiles).mockImplementationOnce(async (...args) => {
    const groups = await actual.groupFiles(...args);
    write('ListCost,ContractedCost,BilledCost,EffectiveCost');
    return groups;
  });
  await expect(openCharges([path])).rejects.toThrow(`${path} was changed while it was read.`);
});

import { DuckDBInstance } from '@duckdb/node-api';
import { planBill } from './mocks/dataset/bill/plan-bill.js';
import { readBill } from './mocks/dataset/bill/read-bill.js';
import { openCharges } from './src/focus/open-charges.js';

const f = process.argv[2];
const cpu = () => {
  const u = process.cpuUsage();
  return Math.round((u.user + u.system) / 1000);
};
const strs =
  'ProviderName,PublisherName,BillingAccountId,SubAccountId,SubAccountName,ServiceName,RegionId,ChargeCategory,ChargeClass,ChargeFrequency,SkuMeter,SkuPriceDetails,Tags,CommitmentDiscountId,CommitmentDiscountName,CommitmentDiscountCategory,CommitmentDiscountType,CommitmentDiscountStatus,CommitmentDiscountUnit,BillingCurrency,SkuId,SkuPriceId,ResourceId'.split(
    ',',
  );
const dates = 'BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd'.split(',');
const nums =
  'CommitmentDiscountQuantity,BilledCost,EffectiveCost,ListCost,ContractedCost,ConsumedQuantity'.split(',');
const scan = `select ${[...strs.map((x) => `max(${x})`), ...dates.map((x) => `max(${x})`), ...nums.map((x) => `sum(${x}${f.includes('csv') ? '::decimal(38,18)' : ''})`)].join(',')} from '${f}'`;
const c0 = await (await DuckDBInstance.create(':memory:', { memory_limit: '1200MB' })).connect();
let t = cpu();
await c0.run(scan);
const base = cpu() - t;
c0.closeSync();
t = cpu();
let n = 0;
const orig = Object.getPrototypeOf(c0).run;
const all = Object.getPrototypeOf(c0);
for (const m of ['run', 'runAndReadAll', 'stream']) {
  const o = all[m];
  all[m] = async function (s: string, ...a: unknown[]) {
    const b = cpu();
    try {
      return await o.call(this, s, ...a);
    } finally {
      const d = cpu() - b;
      if (d > 150 && n++ < 100) console.log('  ', m, d, s.replace(/\s+/g, ' ').slice(0, 90));
    }
  };
}
const c = await openCharges([f]);
const open = cpu() - t;
const b = await readBill(c);
const bill = cpu() - t - open;
c.close();
t = cpu();
planBill(b, []);
const plan = cpu() - t;
console.log({
  base,
  open,
  bill,
  plan,
  ratio: (open + bill + plan) / base,
  rss: Math.round(process.memoryUsage().rss / 1e6),
  max: Math.round(process.resourceUsage().maxRSS / 1e3),
  lines: b.lines.length,
  days: b.days.line.length,
  hours: b.hours.line.length,
});

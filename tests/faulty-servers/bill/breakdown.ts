import { changed, ignores, requests, withQuery } from '../changes.js';
import type { BillFault } from './bill-server.js';
import {
  breakdown,
  changes,
  drops,
  every,
  inInvoiceMonth,
  isCorrection,
  isCredit,
  isPurchase,
  isTax,
  isUnused,
  shiftDay,
} from './row-changes.js';

export const breakdownFaults: readonly BillFault[] = [
  {
    name: 'purchases are left out',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops(isPurchase),
  },
  {
    name: 'upfront purchases count twice',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: (row) =>
      isPurchase(row) && row.ChargeFrequency === 'One-Time' ? [row, { ...row, ResourceId: 'again' }] : row,
  },
  {
    name: 'corrections are dropped',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops(isCorrection),
  },
  { name: 'taxes are dropped', caughtBy: 'bill.breakdown-total-is-the-sum-of-rows', rows: drops(isTax) },
  {
    name: 'credits on the wrong side',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    fails: true,
    rows: changes(isCredit, (row) => ({ BilledCost: String(-Number(row.BilledCost)) })),
  },
  {
    name: 'credits are never taken off',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: drops((row) => isCredit(row) && row.ProviderName === 'Provider B'),
  },
  {
    name: 'credits of provider_a are left out too',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    fails: true,
    rows: drops(isCredit),
    when: `${breakdown}?credits=before`,
  },
  {
    name: 'the breakdown ignores the cost basis of credits',
    caughtBy: 'bill.breakdown-credits-are-left-out-before',
    fails: true,
    change: ignores(breakdown, 'credits'),
  },
  {
    name: 'list prices are shown as costs',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: row.ListCost })),
  },
  {
    name: 'amortized costs leave out unused commitments',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    rows: changes(isUnused, () => ({ EffectiveCost: '0' })),
    when: breakdown,
  },
  {
    name: 'amortized costs count upfront payments too',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    rows: changes(isPurchase, (row) => ({ EffectiveCost: row.BilledCost })),
    when: breakdown,
  },
  {
    name: 'the view of costs is ignored',
    caughtBy: 'bill.breakdown-views-are-their-cost-columns',
    change: ignores(breakdown, 'show_cost_as'),
  },
  {
    name: 'each row is rounded to cents before it is added',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: every((row) => ({ BilledCost: Number(row.BilledCost).toFixed(2) })),
  },
  {
    name: 'months by invoice instead of by charge period',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    rows: inInvoiceMonth,
  },
  {
    name: 'ranges include the day after their end',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    change: requests(`${breakdown}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), 1) }),
    ),
  },
  {
    name: 'a breakdown without a total',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    change: changed(breakdown, 'total_period_cost', () => null),
  },
  {
    name: 'totals of breakdowns are texts',
    caughtBy: 'bill.breakdown-total-is-the-sum-of-rows',
    change: changed(breakdown, 'total_period_cost', String),
  },
];

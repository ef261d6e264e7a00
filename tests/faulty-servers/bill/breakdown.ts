import { changed, ignores, requests, withQuery } from '../changes.js';
import { billFaults, computes, computesFor, fails } from './bill-fault.js';
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

export const breakdownFaults = billFaults({
  'bill.breakdown-total-is-the-sum-of-rows': {
    'purchases are left out': computes(drops(isPurchase)),
    'upfront purchases count twice': computes((row) =>
      isPurchase(row) && row.ChargeFrequency === 'One-Time' ? [row, { ...row, ResourceId: 'again' }] : row,
    ),
    'corrections are dropped': computes(drops(isCorrection)),
    'taxes are dropped': computes(drops(isTax)),
    'credits are never taken off': computes(
      drops((row) => isCredit(row) && row.ProviderName === 'Provider B'),
    ),
    'list prices are shown as costs': computes(every((row) => ({ BilledCost: row.ListCost }))),
    'each row is rounded to cents before it is added': computes(
      every((row) => ({ BilledCost: Number(row.BilledCost).toFixed(2) })),
    ),
    'months by invoice instead of by charge period': computes(inInvoiceMonth),
    'ranges include the day after their end': requests(`${breakdown}?end`, (request) =>
      withQuery(request, { end: shiftDay(request.query.get('end'), 1) }),
    ),
    'a breakdown without a total': changed(breakdown, 'total_period_cost', null),
    'totals of breakdowns are texts': changed(breakdown, 'total_period_cost', String),
  },
  'bill.breakdown-credits-are-left-out-before': {
    'credits on the wrong side': fails(
      computes(changes(isCredit, (row) => ({ BilledCost: String(-Number(row.BilledCost)) }))),
    ),
    'credits of provider_a are left out too': fails(
      computesFor(`${breakdown}?credits=before`, drops(isCredit)),
    ),
    'the breakdown ignores the cost basis of credits': fails(ignores(breakdown, 'credits')),
  },
  'bill.breakdown-views-are-their-cost-columns': {
    'amortized costs leave out unused commitments': computesFor(
      breakdown,
      changes(isUnused, () => ({ EffectiveCost: '0' })),
    ),
    'amortized costs count upfront payments too': computesFor(
      breakdown,
      changes(isPurchase, (row) => ({ EffectiveCost: row.BilledCost })),
    ),
    'the view of costs is ignored': ignores(breakdown, 'show_cost_as'),
  },
});

import type { Check } from '../../../engine/check.js';
import { nearMoney, numbersOf, round } from '../../expect/near.js';
import { rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { totalIsSum } from '../shared/total-is-sum.js';

/** Checks of the summary of audits. */
export const summaryChecks: readonly Check[] = [
  areUnique('getSavingsAuditSummary', {
    id: 'audits.providers-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The audit summary lists each provider once.',
    source: 'Savings audit summary: providers',
    message: 'Two entries of `providers` have the same `provider_id`.',
    keys: (data) => rowsOf(data.providers).map(({ provider_id }) => provider_id),
  }),
  totalIsSum('getSavingsAuditSummary', {
    id: 'audits.total-is-the-sum-of-providers',
    level: 'MUST',
    basis: 'derived',
    requirement: '`total_savings` of the audit summary equals the sum of `providers[].total_savings`.',
    source: 'Savings audit summary',
    sums: ({ total_savings, providers }) =>
      rowsOf(providers).length === 0
        ? []
        : [
            {
              name: 'total_savings',
              definition: 'the sum of `providers[].total_savings`',
              total: total_savings,
              parts: rowsOf(providers).map((one) => one.total_savings),
            },
          ],
  }),
  forEachRow('getSavingsAuditSummary', {
    id: 'audits.annual-is-twelve-months',
    deviation: 'preference',
    // The service does not state whether annual savings are twelve months of the same or the last twelve.
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`total_annual_savings` equals twelve times `total_monthly_savings`.',
    source: 'Savings audit summary',
    each: (data) => (numbersOf(data, 'total_monthly_savings', 'total_annual_savings') ? [data] : []),
    judge: ({ total_monthly_savings: monthly, total_annual_savings: annual }) =>
      nearMoney(annual, 12 * monthly, 12) || {
        message: '`total_annual_savings` is not twelve times `total_monthly_savings`.',
        expected: `${round(12 * monthly)} = 12 × ${monthly}`,
        actual: `total_annual_savings ${annual}`,
      },
  }),
  forEachRow('getSavingsAuditSummary', {
    level: 'SHOULD',
    basis: 'derived',
    id: 'audits.total-has-providers',
    deviation: 'contradiction',
    requirement: '`providers` of the audit summary is not empty if `total_savings` is not 0.',
    source: 'Savings audit summary: providers, total_savings',
    each: (data) => (Array.isArray(data.providers) && typeof data.total_savings === 'number' ? [data] : []),
    judge: ({ providers, total_savings }) =>
      providers.length > 0 ||
      Math.abs(total_savings) < 0.01 || {
        message: '`providers` of the audit summary is empty although `total_savings` is not 0.',
        expected: 'at least one provider',
        actual: `total_savings ${total_savings}`,
      },
  }),
];

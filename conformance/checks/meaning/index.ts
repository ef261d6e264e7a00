import type { Check } from '../../check.js';
import { agreementChecks } from './agreement.js';
import { arithmeticChecks } from './arithmetic.js';
import { auditChecks } from './audits.js';
import { budgetChecks } from './budgets.js';
import { commitmentChecks } from './commitments.js';
import { costRangeChecks } from './cost-ranges.js';
import { costChecks } from './costs.js';
import { coverageChecks } from './coverage.js';
import { crossReadChecks } from './cross-reads.js';
import { filterOptionChecks } from './filter-options.js';
import { forecastChecks } from './forecast.js';
import { inventoryChecks } from './inventory.js';
import { invoiceChecks } from './invoices.js';
import { portfolioChecks } from './portfolio.js';
import { providerChecks } from './providers.js';
import { recommendationChecks } from './recommendations.js';
import { renewalChecks } from './renewals.js';
import { savingsRateChecks } from './savings-rate.js';
import { tagChecks } from './tags.js';
import { targetChecks } from './targets.js';
import { utilizationChecks } from './utilization.js';
import { webhookEndpointChecks } from './webhook-endpoints.js';

/** Checks of what the data means and of how its figures relate to each other. */
export const meaningChecks: readonly Check[] = [
  ...providerChecks,
  ...commitmentChecks,
  ...inventoryChecks,
  ...utilizationChecks,
  ...coverageChecks,
  ...portfolioChecks,
  ...renewalChecks,
  ...savingsRateChecks,
  ...forecastChecks,
  ...invoiceChecks,
  ...budgetChecks,
  ...costChecks,
  ...costRangeChecks,
  ...filterOptionChecks,
  ...recommendationChecks,
  ...auditChecks,
  ...targetChecks,
  ...tagChecks,
  ...webhookEndpointChecks,
  ...agreementChecks,
  ...crossReadChecks,
  ...arithmeticChecks,
];

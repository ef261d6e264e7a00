import type { Check } from '../../../engine/check.js';
import { acrossChecks } from './across.js';
import { agreementChecks } from './agreement.js';
import { arithmeticChecks } from './arithmetic.js';
import { auditChecks } from './audits.js';
import { budgetChecks } from './budgets.js';
import { commitmentChecks } from './commitments.js';
import { costFilterChecks } from './cost-filters.js';
import { costOrderChecks } from './cost-order.js';
import { costPeriodChecks } from './cost-periods.js';
import { costRangeChecks } from './cost-ranges.js';
import { costReadChecks } from './cost-reads.js';
import { costTableChecks } from './cost-tables.js';
import { costChecks } from './costs.js';
import { coverageChecks } from './coverage.js';
import { coveragePartChecks } from './coverage-parts.js';
import { crossReadChecks } from './cross-reads.js';
import { filterOptionChecks } from './filter-options.js';
import { forecastChecks } from './forecast.js';
import { forecastLineChecks } from './forecast-line.js';
import { inventoryChecks } from './inventory.js';
import { invoiceChecks } from './invoices.js';
import { measuredRateChecks } from './measured-rates.js';
import { optionSelectionChecks } from './option-selections.js';
import { overviewChecks } from './overview.js';
import { portfolioChecks } from './portfolio.js';
import { portfolioBasisChecks } from './portfolio-basis.js';
import { portfolioRowChecks } from './portfolio-rows.js';
import { providerFilterChecks } from './provider-filters.js';
import { providerForecastChecks } from './provider-forecasts.js';
import { providerChecks } from './providers.js';
import { recommendationOrderChecks } from './recommendation-order.js';
import { recommendationChecks } from './recommendations.js';
import { renewalFigureChecks } from './renewal-figures.js';
import { renewalPlanChecks } from './renewal-plans.js';
import { renewalChecks } from './renewals.js';
import { savingsChecks } from './savings.js';
import { savingsRateChecks } from './savings-rate.js';
import { savingsScopeChecks } from './savings-scopes.js';
import { tagChecks } from './tags.js';
import { targetChecks } from './targets.js';
import { termChecks } from './terms.js';
import { trendChecks } from './trends.js';
import { unknownValueChecks } from './unknown-values.js';
import { utilizationChecks } from './utilization.js';
import { utilizationPartChecks } from './utilization-parts.js';
import { utilizationWindowChecks } from './utilization-windows.js';
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
  ...providerForecastChecks,
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
  ...acrossChecks,
  ...trendChecks,
  ...savingsChecks,
  ...recommendationOrderChecks,
  ...forecastLineChecks,
  ...renewalPlanChecks,
  ...renewalFigureChecks,
  ...utilizationPartChecks,
  ...termChecks,
  ...portfolioRowChecks,
  ...costReadChecks,
  ...costTableChecks,
  ...overviewChecks,
  ...measuredRateChecks,
  ...coveragePartChecks,
  ...costFilterChecks,
  ...costOrderChecks,
  ...costPeriodChecks,
  ...optionSelectionChecks,
  ...portfolioBasisChecks,
  ...providerFilterChecks,
  ...savingsScopeChecks,
  ...utilizationWindowChecks,
  ...unknownValueChecks,
];

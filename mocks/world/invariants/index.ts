import { commitmentList, gridByService, inventory, oneCommitment, utilization } from './a-d-commitments.js';
import { coverage, overview, savingsRate, uncoveredBase, worthBuying } from './e-g-coverage.js';
import { contracts, portfolio, renewal, renewalOptions, renewalQuote } from './h-portfolio-renewal.js';
import { breakdown, costsElsewhere, filterOptions } from './i-breakdown.js';
import { forecast } from './i-forecast.js';
import { budgets, invoiceMonths } from './i-invoices.js';
import { recommendations, repositories, savingsAudit } from './j-recommendations.js';
import { tagKey } from './j-tags.js';

/** Everything that is held of every world. */
export const invariants = [
  ...commitmentList,
  ...inventory,
  ...utilization,
  ...gridByService,
  ...oneCommitment,
  ...coverage,
  ...savingsRate,
  ...overview,
  ...uncoveredBase,
  ...worthBuying,
  ...portfolio,
  ...contracts,
  ...renewalOptions,
  ...renewalQuote,
  ...renewal,
  ...breakdown,
  ...costsElsewhere,
  ...filterOptions,
  ...forecast,
  ...invoiceMonths,
  ...budgets,
  ...recommendations,
  ...savingsAudit,
  ...repositories,
  ...tagKey,
];

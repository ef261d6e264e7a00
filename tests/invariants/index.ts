import { commitmentList, gridByService, inventory, oneCommitment, utilization } from './commitment-list.js';
import { breakdown, costsElsewhere, filterOptions } from './cost-breakdown.js';
import { coverage, overview, savingsRate, uncoveredBase, worthBuying } from './coverage.js';
import { forecast } from './forecast.js';
import { budgets, invoiceMonths } from './invoices.js';
import { contracts, portfolio, renewal, renewalOptions, renewalQuote } from './portfolio-and-renewal.js';
import { recommendations, repositories, savingsAudit } from './recommendations.js';
import { tagKey } from './tags.js';

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

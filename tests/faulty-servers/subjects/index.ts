import type { FaultyServer } from '../faulty-server.js';
import { auditServers } from './audits.js';
import { budgetServers } from './budgets.js';
import { commitmentDetailServers } from './commitment-details.js';
import { commitmentServers } from './commitments.js';
import { contractServers } from './contracts.js';
import { costServers } from './costs/index.js';
import { coverageServers } from './coverage.js';
import { filterOptionServers } from './filter-options.js';
import { forecastServers } from './forecast.js';
import { inventoryServers } from './inventory.js';
import { invoiceServers } from './invoices.js';
import { overviewServers } from './overview.js';
import { portfolioServers } from './portfolio.js';
import { providerServers } from './providers.js';
import { recommendationServers } from './recommendations.js';
import { renewalOptionServers } from './renewal-options.js';
import { renewalServers } from './renewals.js';
import { savingsRateServers } from './savings-rate.js';
import { tagServers } from './tags.js';
import { targetServers } from './targets.js';
import { utilizationServers } from './utilization.js';
import { webhookServers } from './webhooks.js';

/** Servers with figures that have a wrong meaning, or that contradict each other, by the subject of the check. */
export const subjectServers = {
  providers: providerServers,
  commitments: [...commitmentServers, ...commitmentDetailServers],
  inventory: inventoryServers,
  utilization: utilizationServers,
  coverage: coverageServers,
  portfolio: portfolioServers,
  contracts: contractServers,
  renewals: [...renewalServers, ...renewalOptionServers],
  'savings-rate': savingsRateServers,
  forecast: forecastServers,
  invoices: invoiceServers,
  budgets: budgetServers,
  costs: costServers,
  'filter-options': filterOptionServers,
  recommendations: recommendationServers,
  audits: auditServers,
  targets: targetServers,
  tags: tagServers,
  webhooks: webhookServers,
  overview: overviewServers,
} satisfies Readonly<Record<string, readonly FaultyServer[]>>;

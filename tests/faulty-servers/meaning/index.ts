import type { Defect } from '../defect.js';
import { auditDefects } from './audits.js';
import { billDefects } from './bills.js';
import { commitmentDefects } from './commitments.js';
import { costDefects } from './costs.js';
import { coverageDefects } from './coverage.js';
import { figureDefects } from './figures.js';
import { forecastDefects } from './forecast.js';
import { inventoryDefects } from './inventory.js';
import { portfolioDefects } from './portfolio.js';
import { recommendationDefects } from './recommendations.js';
import { renewalDefects } from './renewals.js';
import { savingsRateDefects } from './savings-rate.js';
import { tagDefects } from './tags.js';
import { targetDefects } from './targets.js';
import { utilizationDefects } from './utilization.js';
import { webhookEndpointDefects } from './webhook-endpoints.js';

/** Servers whose figures do not mean what they say, or do not hang together. */
export const meaningDefects: readonly Defect[] = [
  ...commitmentDefects,
  ...inventoryDefects,
  ...utilizationDefects,
  ...coverageDefects,
  ...portfolioDefects,
  ...renewalDefects,
  ...savingsRateDefects,
  ...forecastDefects,
  ...billDefects,
  ...costDefects,
  ...recommendationDefects,
  ...auditDefects,
  ...targetDefects,
  ...tagDefects,
  ...webhookEndpointDefects,
  ...figureDefects,
];

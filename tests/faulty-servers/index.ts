import { authenticationServers } from './authentication.js';
import { deliveryServers } from './deliveries.js';
import { envelopeServers } from './envelope.js';
import { errorServers } from './errors.js';
import type { FaultyServer } from './faulty-server.js';
import { fieldServers } from './fields.js';
import { filterServers } from './filters.js';
import { idempotencyServers } from './idempotency.js';
import { limitServers } from './limits.js';
import { auditServers } from './meaning/audits.js';
import { billServers } from './meaning/bills.js';
import { commitmentSelectionServers } from './meaning/commitment-selections.js';
import { commitmentServers } from './meaning/commitments.js';
import { costReadServers } from './meaning/cost-reads.js';
import { costSelectionServers } from './meaning/cost-selections.js';
import { costTableServers } from './meaning/cost-tables.js';
import { costServers } from './meaning/costs.js';
import { coverageServers } from './meaning/coverage.js';
import { coveragePartServers } from './meaning/coverage-parts.js';
import { figureServers } from './meaning/figures.js';
import { forecastServers } from './meaning/forecast.js';
import { forecastLineServers } from './meaning/forecast-line.js';
import { inventoryServers } from './meaning/inventory.js';
import { measuredRateServers } from './meaning/measured-rates.js';
import { overviewServers } from './meaning/overview.js';
import { portfolioServers } from './meaning/portfolio.js';
import { portfolioRowServers } from './meaning/portfolio-rows.js';
import { recommendationServers } from './meaning/recommendations.js';
import { renewalFigureServers } from './meaning/renewal-figures.js';
import { renewalServers } from './meaning/renewals.js';
import { savingsServers } from './meaning/savings.js';
import { savingsRateServers } from './meaning/savings-rate.js';
import { tagServers } from './meaning/tags.js';
import { targetServers } from './meaning/targets.js';
import { termServers } from './meaning/terms.js';
import { trendServers } from './meaning/trends.js';
import { utilizationServers } from './meaning/utilization.js';
import { utilizationPartServers } from './meaning/utilization-parts.js';
import { webhookEndpointServers } from './meaning/webhook-endpoints.js';
import { paginationServers } from './pagination.js';
import { parameterServers } from './parameters.js';
import { pathServers } from './paths.js';
import { resourceServers } from './resources.js';
import { stateServers } from './state.js';

/** All faulty servers, by area. */
export const faultyServersByArea: Readonly<Record<string, readonly FaultyServer[]>> = {
  envelope: envelopeServers,
  fields: fieldServers,
  authentication: authenticationServers,
  errors: errorServers,
  parameters: parameterServers,
  idempotency: idempotencyServers,
  pagination: paginationServers,
  filters: filterServers,
  paths: pathServers,
  resources: resourceServers,
  state: stateServers,
  // Figures with a wrong meaning, or that do not add up.
  meaning: [
    commitmentServers,
    inventoryServers,
    utilizationServers,
    coverageServers,
    portfolioServers,
    renewalServers,
    savingsRateServers,
    forecastServers,
    billServers,
    costServers,
    recommendationServers,
    auditServers,
    targetServers,
    tagServers,
    webhookEndpointServers,
    figureServers,
    trendServers,
    utilizationPartServers,
    termServers,
    savingsServers,
    renewalFigureServers,
    portfolioRowServers,
    overviewServers,
    measuredRateServers,
    forecastLineServers,
    costTableServers,
    costReadServers,
    coveragePartServers,
    commitmentSelectionServers,
    costSelectionServers,
  ].flat(),
  deliveries: deliveryServers,
  limits: limitServers,
};

export const faultyServers: readonly FaultyServer[] = Object.values(faultyServersByArea).flat();

import type { Check } from '../../../engine/check.js';
import { ruleChecks } from '../../rules/index.js';
import { commitmentChecks } from './commitments/index.js';
import { costChecks } from './costs/index.js';
import { unknownValueChecks } from './costs/unknown-values.js';
import { coverageChecks } from './coverage.js';
import { filterOptionChecks } from './filter-options.js';
import { forecastChecks } from './forecast.js';
import { inventoryChecks } from './inventory.js';
import { invoiceChecks } from './invoices.js';
import { providerChecks } from './providers.js';
import { recommendationChecks } from './recommendations.js';
import { renewalChecks } from './renewals.js';
import { savingsRateChecks } from './savings-rate.js';
import { tagChecks } from './tags.js';
import { endpointChecks } from './webhook-endpoints.js';

const written: readonly Check[] = [
  ...providerChecks,
  ...commitmentChecks,
  ...inventoryChecks,
  ...coverageChecks,
  ...renewalChecks,
  ...savingsRateChecks,
  ...forecastChecks,
  ...invoiceChecks,
  ...costChecks,
  ...filterOptionChecks,
  ...unknownValueChecks,
  ...recommendationChecks,
  ...tagChecks,
  ...endpointChecks,
];

const areaOf = ({ id }: Check) => id.split('.')[0] ?? '';
const areas = [...new Set([...written, ...ruleChecks].map(areaOf))];

/** Checks of what the data means and of how its figures relate to each other, by subject. */
export const subjectChecks: readonly Check[] = [...ruleChecks, ...written].sort(
  (one, other) => areas.indexOf(areaOf(one)) - areas.indexOf(areaOf(other)),
);

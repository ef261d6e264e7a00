import type { Check } from '../../../../engine/check.js';
import { byServiceChecks } from './by-service.js';
import { contractChecks } from './contracts.js';
import { coverageChecks } from './coverage.js';
import { detailChecks } from './detail.js';
import { inventoryChecks } from './inventory.js';
import { listChecks } from './list.js';
import { overviewChecks } from './overview.js';
import { savingsChecks } from './savings.js';
import { uncoveredChecks } from './uncovered.js';
import { utilizationChecks } from './utilization.js';

/** Checks of commitments against the bill. */
export const commitmentChecks: readonly Check[] = [
  ...savingsChecks,
  ...utilizationChecks,
  ...coverageChecks,
  ...byServiceChecks,
  ...uncoveredChecks,
  ...listChecks,
  ...detailChecks,
  ...contractChecks,
  ...inventoryChecks,
  ...overviewChecks,
];

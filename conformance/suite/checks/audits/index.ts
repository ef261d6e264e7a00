import type { Check } from '../../../engine/check.js';
import { detailChecks } from './detail.js';
import { summaryChecks } from './summary.js';
import { timeChecks } from './times.js';

export const auditChecks: readonly Check[] = [...summaryChecks, ...detailChecks, ...timeChecks];

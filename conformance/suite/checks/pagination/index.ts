import type { Check } from '../../../engine/check.js';
import { lastPageChecks } from './last-page.js';
import { onePageChecks } from './one-page.js';
import { requestedPageChecks } from './requested-page.js';
import { wholeListChecks } from './whole-list.js';

export const paginationChecks: readonly Check[] = [
  ...onePageChecks,
  ...requestedPageChecks,
  ...wholeListChecks,
  ...lastPageChecks,
];

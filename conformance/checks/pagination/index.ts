import type { Check } from '../../check.js';
import { onePageChecks } from './one-page.js';
import { pagesChecks } from './pages.js';

export const paginationChecks: readonly Check[] = [...onePageChecks, ...pagesChecks];

import type { Check } from '../../../../engine/check.js';
import { changesNothing, type FilteredRead, numberOr, selectsNothing } from '../../shared/unknown-values.js';
import { costFilters, costModes } from './breakdown-table.js';

const breakdown: FilteredRead = {
  operation: 'getCostBreakdown',
  area: 'costs',
  what: 'a breakdown',
  filters: [...costFilters, 'search'],
  modes: costModes,
  amountIn: ({ total_period_cost: total }) => numberOr(total),
};

/** Checks of the filters of a breakdown. */
export const filterChecks: readonly Check[] = [selectsNothing(breakdown), changesNothing(breakdown)];

import type { Check } from '../../../engine/check.js';
import { optionChecks } from './options.js';
import { planChecks } from './plans.js';
import { quoteChecks } from './quotes.js';

export const renewalChecks: readonly Check[] = [...optionChecks, ...quoteChecks, ...planChecks];

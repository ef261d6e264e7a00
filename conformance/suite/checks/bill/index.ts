import type { Check } from '../../../engine/check.js';
import { commitmentChecks } from './commitments/index.js';
import { costChecks } from './costs/index.js';
import { invoiceChecks } from './invoices.js';

/** Checks of figures against the bill that the server was loaded with. */
export const billChecks: readonly Check[] = [...costChecks, ...invoiceChecks, ...commitmentChecks];

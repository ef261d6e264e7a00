import type { Check } from '../../../engine/check.js';
import { deliveryChecks } from './deliveries.js';
import { endpointChecks } from './endpoints.js';

export const webhookChecks: readonly Check[] = [...endpointChecks, ...deliveryChecks];

import type { Report } from '../../../conformance/engine/report.js';
import { checkTraffic } from '../../../conformance/suite/run.js';
import { aHar, type EntryParts } from './har-fixture.js';

export const found = ({ results }: Report) =>
  results.filter(({ status }) => status === 'failed').map(({ id, operation }) => `${id} ${operation}`);

export const statusOf = ({ results }: Report, id: string, operation = 'listProviders') =>
  results.find((result) => result.id === id && result.operation === operation)?.status;

export const judge = (...entries: EntryParts[]) => checkTraffic({ har: aHar(...entries) });

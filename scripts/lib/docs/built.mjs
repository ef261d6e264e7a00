// @ts-check
import { importSources } from '../import-sources.mjs';

/** What of the project the site shows, from the sources: the whole package need not be built for it. */
export const loadBuilt = () =>
  importSources(`
export { createMock } from './mocks/index.ts';
export { defaultNow } from './mocks/clock.ts';
export { scenarios } from './mocks/world/index.ts';
export { checks } from './conformance/checks/index.ts';
export { operations as operationTable } from './src/generated/operations.ts';
export { defects, defectsByArea } from './tests/faulty-servers/index.ts';
export { isRetryableStatus, statusOfCode } from './src/contract/errors.ts';
export { default as document } from './dist/openapi.json';
export { default as yaml } from './dist/openapi.yaml';
`);

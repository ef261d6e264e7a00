import { packageVersion } from '../../generated/methods.js';

/** Whether the runtime is a server: in browsers, a `User-Agent` would make each request a preflight. */
const isServer = typeof (globalThis as { process?: { versions?: object } }).process?.versions === 'object';

/** The headers of every request that no option sets. */
export const standardHeaders: Readonly<Record<string, string>> = {
  Accept: 'application/json',
  ...(isServer && { 'User-Agent': `cloud-cost-contract/${packageVersion}` }),
};

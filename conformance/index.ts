export { CannotStart } from './cannot-start.js';
export type { Basis, Check, ExchangeCheck, Level, ProbeCheck } from './check.js';
export { checks } from './checks/index.js';
export type { Coverage } from './coverage.js';
export { draftWaivers } from './draft-waivers.js';
export type { Fixtures } from './fixtures.js';
export { type Plan, planChecks } from './plan-checks.js';
export { htmlReport } from './report/html.js';
export { jsonReport } from './report/json.js';
export { junitReport } from './report/junit.js';
export { markdownReport } from './report/markdown.js';
export { prettyReport } from './report/pretty.js';
export {
  exitCodeOf,
  type OtherFault,
  type Profile,
  type Report,
  type Result,
  type Status,
} from './report/report.js';
export { runChecks } from './run-checks.js';
export type { RunOptions } from './start-run.js';
export { type CheckTrafficOptions, checkTraffic } from './traffic/check-traffic.js';
export { createProxy, type Proxy, type ProxyOptions } from './traffic/proxy.js';
export { BadHar } from './traffic/read-har.js';
export { BadWaivers, readWaivers, type StaleWaiver, type Waiver } from './waivers.js';

export type { Fixtures } from '../src/contract/fixtures.js';
export { CannotStart } from './engine/cannot-start.js';
/** The names of these types before 0.2. */
export type {
  ActiveCheck,
  ActiveCheck as ProbeCheck,
  Check,
  PassiveCheck,
  PassiveCheck as ExchangeCheck,
} from './engine/check.js';
export type { Basis, Deviation, Level } from './engine/claim.js';
export type { Coverage } from './engine/judge/coverage.js';
export { draftWaivers } from './engine/judge/draft-waivers.js';
export type { DistinctViolation, Profile, Result, Status } from './engine/judge/result.js';
export type { StaleWaiver, Waiver } from './engine/judge/waiver-book.js';
export { BadWaivers } from './engine/judge/waivers.js';
export type { Plan } from './engine/plan-checks.js';
export { githubReport } from './engine/report/github.js';
export { htmlReport } from './engine/report/html/html.js';
export { jsonReport } from './engine/report/json.js';
export { junitReport } from './engine/report/junit.js';
export { markdownReport } from './engine/report/markdown.js';
export { prettyReport } from './engine/report/pretty.js';
export { exitCodeOf, type Report } from './engine/report.js';
export type { OperationSelection, ScopeOptions } from './engine/run/scope.js';
export type { VerdictName } from './engine/run-options.js';
export type { CheckTrafficOptions } from './engine/traffic/check-traffic.js';
export type { Proxy, ProxyOptions } from './engine/traffic/proxy/proxy.js';
export { BadHar } from './engine/traffic/read-har.js';
export { checks } from './suite/checks/index.js';
export { checkTraffic, createProxy, planChecks, type RunOptions, runChecks } from './suite/run.js';
export { readWaivers } from './suite/waivers.js';

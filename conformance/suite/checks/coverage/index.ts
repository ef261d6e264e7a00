export { rateChecks as coverageChecks } from './rates.js';

import { probe } from './probe.js';

// The test page: its text contains the responses, or the error.
const report = await probe().then(
  (responses) => ({ responses }),
  (error: unknown) => ({ error: String(error) }),
);
document.body.append(
  Object.assign(document.createElement('pre'), { id: 'report', textContent: JSON.stringify(report) }),
);

import { probe } from './probe.js';

// The page of the test: it tells what it saw, or what went wrong, in its text.
const report = await probe().then(
  (seen) => ({ seen }),
  (error: unknown) => ({ error: String(error) }),
);
document.body.append(
  Object.assign(document.createElement('pre'), { id: 'report', textContent: JSON.stringify(report) }),
);

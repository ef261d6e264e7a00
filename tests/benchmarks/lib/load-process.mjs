// @ts-check
// Generates the loads that the parent process requests, and reports the result of each.
import { sendLoad } from './load.mjs';

process.on('message', async (/** @type {import('./load.mjs').Load} */ load) => {
  try {
    process.send?.({ counted: await sendLoad(load) });
  } catch (error) {
    process.send?.({ problem: /** @type {Error} */ (error).message });
  }
});
process.on('disconnect', () => process.exit());

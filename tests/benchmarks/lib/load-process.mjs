// @ts-check
// Sends the loads that its parent process asks for, one after the other, and reports what came of each.
import { sendLoad } from './load.mjs';

process.on('message', async (/** @type {import('./load.mjs').Load} */ load) => {
  try {
    process.send?.({ counted: await sendLoad(load) });
  } catch (error) {
    process.send?.({ problem: /** @type {Error} */ (error).message });
  }
});
process.on('disconnect', () => process.exit());

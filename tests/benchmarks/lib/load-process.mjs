// @ts-check
// Takes loads from the process that forked it, one after the other, and tells what came of each.
import { sendLoad } from './load.mjs';

process.on('message', async (/** @type {import('./load.mjs').Load} */ load) => {
  try {
    process.send?.({ counted: await sendLoad(load) });
  } catch (error) {
    process.send?.({ problem: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());

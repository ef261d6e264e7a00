// @ts-check
// Loaded into the server before anything else: tells how much memory it uses whenever it is asked.
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, resident: rss });
});
// The server ends when it would have ended without, and when nobody is left to ask.
process.channel?.unref();
process.once('disconnect', () => process.exit());

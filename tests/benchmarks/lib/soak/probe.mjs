// @ts-check
// Loaded into the server before anything else: reports the server's memory on each message.
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, resident: rss });
});
// The server ends when it would have ended without the probe, and when its parent has gone.
process.channel?.unref();
process.once('disconnect', () => process.exit());

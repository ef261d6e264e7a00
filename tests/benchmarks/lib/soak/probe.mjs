// @ts-check
// Preloaded into the server: reports its memory on each message.
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, resident: rss });
});
// The probe does not prevent the server from exiting. The server exits with its parent.
process.channel?.unref();
process.once('disconnect', () => process.exit());

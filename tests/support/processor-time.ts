/** Returns the processor time of `work`, in milliseconds: other processes slow this one down, but do not count. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

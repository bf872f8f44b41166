export interface Taken {
  seconds: number;
  cpuSeconds: number;
  /** Peak of the process, in bytes. */
  rss: number;
}

/** Begins to measure; the function it returns tells what this process took since. */
export function measuring(): () => Taken {
  const [began, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, cpuSeconds: (user + system) / 1e6, rss: process.resourceUsage().maxRSS * 1024 };
  };
}

/** Time after which a browser without idle callbacks counts as idle. */
const IDLE_MS = 2_000

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, IDLE_MS)
}

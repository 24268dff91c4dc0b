/** Name of this tab among the open tabs of this browser; a reload makes another tab of it. */
export const thisTab = `zing-tab-${crypto.randomUUID()}`

const WAIT_MS = 5_000
/** Missing without HTTPS. */
const locks: LockManager | undefined = navigator.locks

let release = () => {}

/** Holds a lock that tells other tabs that this tab is open. Pages in the back-forward cache may hold none. */
function hold(): void {
  void locks?.request(thisTab, () => {
    return new Promise<void>((resolve) => {
      release = resolve
    })
  })
}

if (locks) {
  hold()
  window.addEventListener('pagehide', () => release())
  window.addEventListener('pageshow', ({ persisted }) => persisted && hold())
}

/** Returns the tabs that are open; this one alone where the browser does not tell. */
export async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {}
  return new Set([thisTab, ...held.map(({ name = '' }) => name)])
}

/** Runs `work` in one tab at a time, where the browser can. Rejects if the others take too long. */
export async function oneTabAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!locks) return work()
  return locks.request(name, { signal: AbortSignal.timeout(WAIT_MS) }, work)
}

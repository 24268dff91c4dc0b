import type { WorkerMessage } from '../service-worker/messages.ts'
import { createStore } from './create-store.ts'

const CHECK_EVERY_MS = 60 * 60 * 1_000
const TAKE_OVER_MS = 3_000

/** Brings the new version that waits; null while there is none. */
export const updateToNewVersion = createStore<(() => void) | null>(null)

/** What a page is and does; a test gives its own. */
interface Tab {
  /** Path of the script that this tab runs: a version that has it is no news. */
  entry: string
  reload: () => void
}

/** Logging out removes the worker with everything else (Clear-Site-Data): the next load registers it again. */
export async function registerServiceWorker(tab: Tab): Promise<void> {
  if (!('serviceWorker' in navigator)) return // plain HTTP beyond this machine, or a private window
  try {
    const registration = await navigator.serviceWorker.register('/sw.js')
    registration.addEventListener('updatefound', () => followInstall(registration, tab))
    followInstall(registration, tab) // another tab may have begun one
    checkOnFocus(registration)
    if (registration.waiting) await offer(registration, registration.waiting, tab)
  } catch {
    // Zing works without it: no shell offline, and the browser's cache for the rest
  }
}

function followInstall(registration: ServiceWorkerRegistration, tab: Tab): void {
  const worker = registration.installing
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration.active) void offer(registration, worker, tab)
  })
}

/** Pages come from the network first: a tab opened after the deployment is of the new version already. */
async function offer(registration: ServiceWorkerRegistration, worker: ServiceWorker, tab: Tab): Promise<void> {
  if (await hasFile(worker, tab.entry)) return
  updateToNewVersion.set(() => bring(registration, tab))
}

function bring({ waiting }: ServiceWorkerRegistration, tab: Tab): void {
  if (!waiting) return tab.reload() // another tab has brought it
  const late = setTimeout(tab.reload, TAKE_OVER_MS)
  const reload = () => {
    clearTimeout(late)
    tab.reload()
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  say(waiting, { type: 'SKIP_WAITING' })
}

function hasFile(worker: ServiceWorker, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
  })
  say(worker, { type: 'HAS_FILE', path }, [port2])
  return answer
}

function say(worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []): void {
  worker.postMessage(message, ports)
}

/** A tab may stay open for days: coming back to it looks for a new version, at most once an hour. */
function checkOnFocus(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  window.addEventListener('focus', () => {
    if (Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => {}) // no network, or logged out since
  })
}

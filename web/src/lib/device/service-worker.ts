import { createStore } from '../state/create-store.ts'
import type { WorkerMessage } from './worker-message.ts'

const CHECK_INTERVAL_MS = 60 * 60 * 1_000
const ACTIVATION_TIMEOUT_MS = 3_000

/** Activates the waiting version; null while there is none. */
export const updateToNewVersion = createStore<(() => void) | null>(null)

interface Tab {
  /** Path of the script that this tab runs; a worker that has it is of the same version. */
  entry: string
  reload: () => void
}

/** Registers the worker; logging out removes it (Clear-Site-Data) until the next load. */
export async function registerServiceWorker(tab: Tab): Promise<void> {
  if (!('serviceWorker' in navigator)) return // plain HTTP, or a private window
  try {
    const registration = await navigator.serviceWorker.register('/sw.js')
    registration.addEventListener('updatefound', () => followInstall(registration, tab))
    followInstall(registration, tab) // another tab may have started an install
    checkOnFocus(registration)
    if (registration.waiting) await offerUpdate(registration, registration.waiting, tab)
  } catch {
    // optional: only the offline shell is missing
  }
}

/** Lets the worker keep the texts of a language. */
export async function keepTexts(language: string): Promise<void> {
  const { active } = (await navigator.serviceWorker?.ready) ?? {}
  if (active) post(active, { type: 'KEEP_TEXTS', language })
}

function followInstall(registration: ServiceWorkerRegistration, tab: Tab): void {
  const worker = registration.installing
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration.active) void offerUpdate(registration, worker, tab)
  })
}

/** Offers an update unless this tab was loaded after the deployment and runs the new version already. */
async function offerUpdate(registration: ServiceWorkerRegistration, worker: ServiceWorker, tab: Tab): Promise<void> {
  if (await hasFile(worker, tab.entry)) return
  updateToNewVersion.set(() => activateWaiting(registration, tab))
}

function activateWaiting({ waiting }: ServiceWorkerRegistration, tab: Tab): void {
  if (!waiting) return tab.reload() // another tab has activated it
  const timeout = setTimeout(tab.reload, ACTIVATION_TIMEOUT_MS)
  const reload = () => {
    clearTimeout(timeout)
    tab.reload()
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  post(waiting, { type: 'SKIP_WAITING' })
}

function hasFile(worker: ServiceWorker, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const response = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
  })
  post(worker, { type: 'HAS_FILE', path }, [port2])
  return response
}

function post(worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []): void {
  worker.postMessage(message, ports)
}

/** Checks for a new version when a tab gets the focus, at most once an hour. */
function checkOnFocus(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  window.addEventListener('focus', () => {
    if (Date.now() - checkedAt < CHECK_INTERVAL_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => {}) // no network, or logged out since
  })
}

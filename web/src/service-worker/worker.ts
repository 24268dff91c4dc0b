/// <reference lib="webworker" />
import type { WorkerMessage } from './messages.ts'
import { strategyFor } from './strategy.ts'

declare const self: ServiceWorkerGlobalScope
/** Injected by the build: every file of this version, and a hash over them. */
declare const SHELL: { version: string; files: string[] }

const { version, files } = SHELL
const CACHE = `zing-shell-${version}`
const PAGE = '/'
const NAVIGATION_TIMEOUT_MS = 4_000
/** For what no cache has; without an end, a stalled network would keep the tab blank. */
const NETWORK_TIMEOUT_MS = 30_000

// No skipWaiting: tabs of the previous version keep their worker, and with it their lazy chunks.
self.addEventListener('install', (event) => event.waitUntil(precache()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const strategy = strategyFor(event.request, { origin: self.location.origin, files })
  if (strategy === 'page') event.respondWith(fetchPage(event.request))
  if (strategy === 'file') event.respondWith(fetchFile(event.request))
})

self.addEventListener('message', ({ data, ports }: { data: WorkerMessage; ports: readonly MessagePort[] }) => {
  if (data.type === 'SKIP_WAITING') void self.skipWaiting()
  if (data.type === 'HAS_FILE') ports[0]?.postMessage(files.includes(data.path))
})

async function precache(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([PAGE, ...files])
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Prefers the network, which has the newest version; offline or after the timeout, uses the cached shell. */
async function fetchPage(request: Request): Promise<Response> {
  return within(NAVIGATION_TIMEOUT_MS, fetch(request)).catch(
    async () => (await cached(PAGE)) ?? within(NETWORK_TIMEOUT_MS, fetch(request)),
  )
}

async function fetchFile(request: Request): Promise<Response> {
  return (await cached(new URL(request.url).pathname)) ?? within(NETWORK_TIMEOUT_MS, fetch(request))
}

/** Not an AbortSignal, which the request of a navigation does not take. */
function within<T>(ms: number, response: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no response in time')), ms))
  return Promise.race([response, timeout])
}

async function cached(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  return cache.match(path)
}

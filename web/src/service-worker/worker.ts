/// <reference lib="webworker" />
import type { WorkerMessage } from './messages.ts'
import { strategyFor } from './strategy.ts'

declare const self: ServiceWorkerGlobalScope
/** Written in by the build: every file of this version, and a hash over them. */
declare const SHELL: { version: string; files: string[] }

const { version, files } = SHELL
const CACHE = `zing-shell-${version}`
const PAGE = '/'
const NAVIGATION_MS = 4_000

// All or nothing, and no skipWaiting: tabs of the version before keep their worker, and with it their lazy chunks.
self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const strategy = strategyFor(event.request, { origin: self.location.origin, files })
  if (strategy === 'page') event.respondWith(answerPage(event.request))
  if (strategy === 'file') event.respondWith(answerFile(event.request))
})

self.addEventListener('message', ({ data, ports }: { data: WorkerMessage; ports: readonly MessagePort[] }) => {
  if (data.type === 'SKIP_WAITING') void self.skipWaiting()
  if (data.type === 'HAS_FILE') ports[0]?.postMessage(files.includes(data.path))
})

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([PAGE, ...files])
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The network says which version it is; without one, or with a very slow one, the kept shell says the rest. */
async function answerPage(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, NAVIGATION_MS))
  return Promise.race([fetch(request), late]).catch(async () => (await kept(PAGE)) ?? fetch(request))
}

async function answerFile(request: Request): Promise<Response> {
  return (await kept(new URL(request.url).pathname)) ?? fetch(request)
}

async function kept(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  return cache.match(path)
}

/// <reference lib="webworker" />
import { clientRoutes } from '@zing/proto/client-routes'
import { PRODUCT_NAME } from '@zing/proto/product'
import type { WorkerMessage } from '../lib/device/worker-message.ts'
import { notificationOf, readContent } from './push.ts'
import { renewSubscription } from './renew-subscription.ts'
import { strategyFor } from './strategy.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Written in front of this script by the gateway: what differs from the default settings. */
  community?: { revision: string; name: string; logo: string | null }
}
/** Injected by the build: the files of this version, the texts of all languages apart, and a hash over them. */
declare const SHELL: { version: string; files: string[]; texts: string[] }

const { version, files, texts } = SHELL
const { revision, name = PRODUCT_NAME, logo } = self.community ?? {}
const CACHE = `zing-shell-${version}${revision ? `-${revision}` : ''}`
const PAGE = '/'
const NAVIGATION_TIMEOUT_MS = 4_000
/** Limit of a request without a cached response: a stalled network would otherwise keep the tab blank. */
const NETWORK_TIMEOUT_MS = 30_000

/** Safari ends the subscription of a worker that does not show each push, also while a tab is visible. */
const MAY_STAY_SILENT = /Chrom|Firefox/.test(self.navigator.userAgent)

// No skipWaiting: tabs of the previous version keep their worker, and with it their lazy chunks.
self.addEventListener('install', (event) => event.waitUntil(precache()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const strategy = strategyFor(event.request, { origin: self.location.origin, files: [...files, ...texts] })
  if (strategy === 'page') event.respondWith(fetchPage(event.request))
  if (strategy === 'file') event.respondWith(fetchFile(event.request))
})

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { data, ports }: { data: WorkerMessage; ports: readonly MessagePort[] } = event
  if (data.type === 'SKIP_WAITING') void self.skipWaiting()
  if (data.type === 'HAS_FILE') ports[0]?.postMessage(files.includes(data.path))
  if (data.type === 'KEEP_TEXTS') event.waitUntil(keepTexts([data.language]))
})

self.addEventListener('push', (event) => event.waitUntil(receivePush(event.data?.text())))

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent, self.registration.pushManager)),
)

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openScreen(event.notification.data?.url ?? clientRoutes.feed))
})

async function receivePush(text: string | undefined): Promise<void> {
  const content = readContent(text)
  if (content?.badge !== undefined) await self.navigator.setAppBadge?.(content.badge).catch(() => {}) // not installed
  const shown = content
    ? notificationOf(content)
    : { text: 'Something new for you', tag: 'news', url: clientRoutes.feed } // not translated: the worker has no texts
  if (!shown || (MAY_STAY_SILENT && (await isVisible()))) return
  const { text: body, tag, url } = shown
  // `renotify` is missing in TypeScript's types: without it, the tenth message would make no sound
  const options = { body, tag, renotify: true, icon: logo ?? '/icons/icon-192.png', data: { url } }
  await self.registration.showNotification(name, options)
}

/** A visible tab shows the news itself. */
async function isVisible(): Promise<boolean> {
  const tabs = await self.clients.matchAll({ type: 'window' })
  return tabs.some(({ visibilityState }) => visibilityState === 'visible')
}

async function openScreen(url: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window' })
  const there = tabs.find((one) => new URL(one.url).pathname === url)
  if (there) return void (await there.focus().catch(() => {})) // keeps the text that the user has typed there
  const [tab] = tabs
  const focused = await tab?.focus().catch(() => tab) // where the browser does not count this as a click
  try {
    if (focused) return void (await focused.navigate(url))
  } catch {
    // the tab has been closed, or this worker does not control it
  }
  await self.clients.openWindow(url)
}

async function precache(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([PAGE, ...files])
  await keepTexts(await keptLanguages())
  const page = await (await cache.match(PAGE))?.text()
  const shown = /data-revision="(\w+)"/.exec(page ?? '')?.[1]
  // the page came from a gateway with other settings: the next check installs
  if (shown !== revision) throw new Error('page and worker show different settings')
}

/** Writes only what is missing: a tab asks at each load, and pages wait for writes of the cache. */
async function keepTexts(languages: string[]): Promise<void> {
  const wanted = texts.filter((file) => languages.some((language) => file.startsWith(`/assets/texts/${language}/`)))
  const cache = await caches.open(CACHE)
  const kept = await Promise.all(wanted.map((file) => cache.match(file)))
  await cache.addAll(wanted.filter((_, index) => !kept[index]))
}

/** The languages that the previous version has kept. */
async function keptLanguages(): Promise<string[]> {
  const names = await caches.keys()
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  const languages = requests.flat().flatMap(({ url }) => /\/assets\/texts\/([^/]+)\//.exec(url)?.[1] ?? [])
  return [...new Set(languages)]
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

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const origin = 'https://zing.example'
const stored = new Map<string, Map<string, string>>()
const added: string[] = []
const network = vi.fn<(request: { url: string }) => Promise<Response>>()
const skipWaiting = vi.fn()
const claim = vi.fn()
const setAppBadge = vi.fn(async () => {})
const showNotification = vi.fn(async () => {})
const openWindow = vi.fn(async () => null)
let pageText = 'cached /'
const tabs: {
  url: string
  visibilityState: string
  focus: () => Promise<unknown>
  navigate?: () => Promise<unknown>
}[] = []
const listeners = new Map<string, (event: unknown) => void>()

// The part of a worker's environment that ours uses.
vi.stubGlobal('SHELL', {
  version: 'two',
  files: ['/assets/index-two.js'],
  texts: ['/assets/texts/de/first-2.js', '/assets/texts/en/first-2.js'],
})
vi.stubGlobal('fetch', network)
vi.stubGlobal('caches', {
  async open(name: string) {
    const entries = stored.get(name) ?? new Map<string, string>()
    stored.set(name, entries)
    return {
      async addAll(paths: string[]) {
        added.push(...paths)
        for (const path of paths) entries.set(path, path === '/' ? pageText : `cached ${path}`)
      },
      async keys() {
        return [...entries.keys()].map((path) => ({ url: `${origin}${path}` }))
      },
      async match(path: string) {
        const text = entries.get(path)
        return text === undefined ? undefined : new Response(text)
      },
    }
  },
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
})
vi.stubGlobal('self', {
  location: { origin },
  skipWaiting,
  clients: { claim, matchAll: async () => tabs, openWindow },
  navigator: { userAgent: 'Chrome', setAppBadge },
  registration: { showNotification, pushManager: { subscribe: async () => null } },
  addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
})
await import('./worker.ts')

beforeEach(async () => {
  stored.clear()
  network.mockReset()
  skipWaiting.mockReset()
  for (const mock of [setAppBadge, showNotification, openWindow]) mock.mockClear()
  tabs.length = 0
  pageText = 'cached /'
  await dispatch('install')
})
afterEach(() => vi.useRealTimers())

test('installing caches the page and every file without replacing the previous version', async () => {
  expect([...(stored.get('zing-shell-two')?.keys() ?? [])]).toEqual(['/', '/assets/index-two.js'])
  expect(skipWaiting).not.toHaveBeenCalled()
})

test('only the texts of a language that somebody reads are kept, and its new ones with an update (10.language.kept)', async () => {
  const kept = () => [...(stored.get('zing-shell-two')?.keys() ?? [])].filter((path) => path.includes('/texts/'))
  await tell({ type: 'KEEP_TEXTS', language: 'de' })
  expect(kept()).toEqual(['/assets/texts/de/first-2.js'])
  added.length = 0
  await tell({ type: 'KEEP_TEXTS', language: 'de' })
  expect(added).toEqual([]) // fetches nothing that is there

  stored.clear()
  stored.set('zing-shell-one', new Map([['/assets/texts/en/first-1.js', 'old']]))
  await dispatch('install')
  expect(kept()).toEqual(['/assets/texts/en/first-2.js'])
})

test('the cache of the previous version is kept until activation', async () => {
  stored.set('zing-shell-one', new Map())
  expect([...stored.keys()]).toEqual(['zing-shell-two', 'zing-shell-one'])
  await dispatch('activate')
  expect([...stored.keys()]).toEqual(['zing-shell-two'])
  expect(claim).toHaveBeenCalledOnce()
})

test('a page is loaded from the network when it is available', async () => {
  network.mockResolvedValue(new Response('the newest'))
  expect(await open('/feed')).toBe('the newest')
})

test('a page is the cached shell without a network', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await open('/chat/7')).toBe('cached /')
})

test('a page is the cached shell after four seconds without a response', async () => {
  vi.useFakeTimers()
  network.mockReturnValue(new Promise(() => {}))
  const page = open('/feed')
  await vi.advanceTimersByTimeAsync(3_999)
  expect(await Promise.race([page, 'still waiting'])).toBe('still waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await page).toBe('cached /')
})

test('a file of this version is served from the cache, or from the network if it was evicted', async () => {
  expect(await open('/assets/index-two.js', 'cors')).toBe('cached /assets/index-two.js')
  stored.clear()
  network.mockResolvedValue(new Response('fetched'))
  expect(await open('/assets/index-two.js', 'cors')).toBe('fetched')
})

test.each([
  ['a page', '/feed', 'navigate', 34_000],
  ['a file', '/assets/index-two.js', 'cors', 30_000],
])('%s that no cache has fails when the network does not respond', async (_what, path, mode, ms) => {
  vi.useFakeTimers()
  stored.clear()
  network.mockReturnValue(new Promise(() => {}))
  const end = vi.fn()
  open(path, mode).catch(end)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(end).toHaveBeenCalledOnce()
})

test('API calls, photos and unknown paths bypass the worker', async () => {
  expect(await open('/api/user', 'cors')).toBe('not handled')
  expect(await open('/api/selfies/7/1', 'no-cors')).toBe('not handled')
  expect(await open('/config.json', 'cors')).toBe('not handled')
  expect(network).not.toHaveBeenCalled()
})

test('a tab can query the files of a worker and activate it', () => {
  const port = { postMessage: vi.fn() }
  const post = (data: unknown) => listeners.get('message')?.({ data, ports: [port] })
  post({ type: 'HAS_FILE', path: '/assets/index-two.js' })
  post({ type: 'HAS_FILE', path: '/assets/index-one.js' })
  expect(port.postMessage.mock.calls).toEqual([[true], [false]])
  expect(skipWaiting).not.toHaveBeenCalled()
  post({ type: 'SKIP_WAITING' })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('a push shows a notification of its conversation, and sets the badge', async () => {
  await push({ type: 'MESSAGE', userId: 7, count: 3, badge: 5, text: '3 new messages' })
  expect(setAppBadge.mock.calls).toEqual([[5]])
  const options = { body: '3 new messages', tag: 'chat-7', renotify: true, icon: '/icons/icon-192.png' }
  expect(showNotification.mock.calls).toEqual([['Zing', { ...options, data: { url: '/chat/7' } }]])
})

test('a push in quiet hours changes the badge only', async () => {
  await push({ type: null, badge: 2 })
  expect([setAppBadge.mock.calls, showNotification.mock.calls]).toEqual([[[2]], []])
})

test('a push shows nothing while a tab is visible, and something while one is hidden', async () => {
  const tab = { url: `${origin}/feed`, visibilityState: 'visible', focus: async () => ({}) }
  tabs.push(tab)
  await push({ type: 'MATCH', userId: 7, badge: 1 })
  expect([setAppBadge.mock.calls, showNotification.mock.calls]).toEqual([[[1]], []])
  tab.visibilityState = 'hidden'
  await push({ type: 'MATCH', userId: 7, badge: 1 })
  expect(showNotification).toHaveBeenCalledOnce()
})

test('a push that this worker does not know shows that there is something', async () => {
  await push({ type: 'NEWS' })
  expect(showNotification.mock.calls).toEqual([['Zing', expect.objectContaining({ body: 'Something new for you' })]])
})

test('a click opens the screen in the tab that is there, or in a new one', async () => {
  await click('/chat/7')
  expect(openWindow.mock.calls).toEqual([['/chat/7']])
  const navigate = vi.fn(async () => null)
  tabs.push({ url: `${origin}/feed`, visibilityState: 'hidden', focus: async () => ({ navigate }) })
  await click('/chat/8')
  expect(navigate.mock.calls).toEqual([['/chat/8']])
  expect(openWindow).toHaveBeenCalledOnce()
})

test('a click focuses the tab that shows the screen, and leaves the typed text there', async () => {
  const navigate = vi.fn(async () => null)
  const focusFeed = vi.fn(async () => ({ navigate }))
  const focusChat = vi.fn(async () => ({ navigate }))
  tabs.push({ url: `${origin}/feed`, visibilityState: 'visible', focus: focusFeed, navigate })
  tabs.push({ url: `${origin}/chat/7`, visibilityState: 'hidden', focus: focusChat, navigate })
  await click('/chat/7')
  expect(focusChat).toHaveBeenCalledOnce()
  for (const other of [focusFeed, navigate, openWindow]) expect(other).not.toHaveBeenCalled()
})

test('a click opens a new tab when the earlier tab has been closed', async () => {
  const closed = async () => Promise.reject(new Error('closed'))
  tabs.push({ url: `${origin}/feed`, visibilityState: 'hidden', focus: closed, navigate: closed })
  await click('/chat/7')
  expect(openWindow.mock.calls).toEqual([['/chat/7']])
})

test('a subscription that the browser has replaced is bound to the session', async () => {
  network.mockImplementation(async () => Response.json({ languages: ['en'], defaultLanguage: 'en' }))
  const newSubscription = { toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'k', auth: 's' } }) }
  const work: Promise<unknown>[] = []
  const waitUntil = (promise: Promise<unknown>) => work.push(promise)
  listeners.get('pushsubscriptionchange')?.({ oldSubscription: null, newSubscription, waitUntil })
  await Promise.all(work)
  expect(network.mock.calls.at(-1)?.[0]).toEqual('/api/push/subscriptions')
})

async function push(content: object): Promise<void> {
  const work: Promise<unknown>[] = []
  const data = { text: () => JSON.stringify(content) }
  listeners.get('push')?.({ data, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
}

async function click(url: string): Promise<void> {
  const work: Promise<unknown>[] = []
  const close = vi.fn()
  const waitUntil = (promise: Promise<unknown>) => work.push(promise)
  listeners.get('notificationclick')?.({ notification: { close, data: { url } }, waitUntil })
  await Promise.all(work)
  expect(close).toHaveBeenCalledOnce()
}

test("a community's worker installs only with that community's page, and shows its logo (10.community.page)", async () => {
  const community = { revision: 'abc', name: 'Harbour', logo: '/api/community/logo/3' }
  await startWorker(community)
  onTestFinished(() => startWorker(undefined))
  await expect(dispatch('install')).rejects.toThrow('different settings')
  pageText = '<script id="community" data-revision="abc">'
  await dispatch('install')
  expect([...stored.keys()]).toContain('zing-shell-two-abc')
  await push({ type: 'MATCH', userId: 7 })
  expect(showNotification.mock.calls).toEqual([['Harbour', expect.objectContaining({ icon: community.logo })]])
})

let starts = 0
async function startWorker(community: object | undefined): Promise<void> {
  Object.assign(self, { community })
  starts += 1
  const script = new URL(`./worker.ts?start=${starts}`, import.meta.url).href
  await import(/* @vite-ignore */ script) // another address: a worker that starts again loads its script again
}

async function tell(data: object): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get('message')?.({ data, ports: [], waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
}

async function dispatch(event: 'install' | 'activate'): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(event)?.({ waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
}

async function open(path: string, mode = 'navigate'): Promise<string> {
  const responses: Promise<Response>[] = []
  const request = { method: 'GET', mode, url: `${origin}${path}` }
  listeners.get('fetch')?.({ request, respondWith: (response: Promise<Response>) => responses.push(response) })
  const response = await responses[0]
  return response ? response.text() : 'not handled'
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const origin = 'https://zing.example'
const stored = new Map<string, Map<string, string>>()
const network = vi.fn<(request: { url: string }) => Promise<Response>>()
const skipWaiting = vi.fn()
const claim = vi.fn()
const listeners = new Map<string, (event: unknown) => void>()

// The part of a worker's environment that ours uses.
vi.stubGlobal('SHELL', { version: 'two', files: ['/assets/index-two.js'] })
vi.stubGlobal('fetch', network)
vi.stubGlobal('caches', {
  async open(name: string) {
    const entries = stored.get(name) ?? new Map<string, string>()
    stored.set(name, entries)
    return {
      async addAll(paths: string[]) {
        for (const path of paths) entries.set(path, `cached ${path}`)
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
  clients: { claim },
  addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
})
await import('./worker.ts')

beforeEach(async () => {
  stored.clear()
  network.mockReset()
  skipWaiting.mockReset()
  await dispatch('install')
})
afterEach(() => vi.useRealTimers())

test('installing caches the page and every file without replacing the previous version', async () => {
  expect([...(stored.get('zing-shell-two')?.keys() ?? [])]).toEqual(['/', '/assets/index-two.js'])
  expect(skipWaiting).not.toHaveBeenCalled()
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const origin = 'https://zing.example'
const stored = new Map<string, Map<string, string>>()
const network = vi.fn<(request: { url: string }) => Promise<Response>>()
const skipWaiting = vi.fn()
const claim = vi.fn()
const listeners = new Map<string, (event: unknown) => void>()

// What a browser gives to a worker, as far as ours uses it.
vi.stubGlobal('SHELL', { version: 'two', files: ['/assets/index-two.js'] })
vi.stubGlobal('fetch', network)
vi.stubGlobal('caches', {
  async open(name: string) {
    const entries = stored.get(name) ?? new Map<string, string>()
    stored.set(name, entries)
    return {
      async addAll(paths: string[]) {
        for (const path of paths) entries.set(path, `kept ${path}`)
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
  await live('install')
})
afterEach(() => vi.useRealTimers())

test('installing keeps the page and every file, and does not push the version before aside', async () => {
  expect([...(stored.get('zing-shell-two')?.keys() ?? [])]).toEqual(['/', '/assets/index-two.js'])
  expect(skipWaiting).not.toHaveBeenCalled()
})

test('the files of the version before stay until this one takes over', async () => {
  stored.set('zing-shell-one', new Map())
  expect([...stored.keys()]).toEqual(['zing-shell-two', 'zing-shell-one'])
  await live('activate')
  expect([...stored.keys()]).toEqual(['zing-shell-two'])
  expect(claim).toHaveBeenCalledOnce()
})

test('a page comes from the network while there is one', async () => {
  network.mockResolvedValue(new Response('the newest'))
  expect(await open('/feed')).toBe('the newest')
})

test('without a network a page is the kept shell', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await open('/chat/7')).toBe('kept /')
})

test('a network that says nothing for four seconds is none', async () => {
  vi.useFakeTimers()
  network.mockReturnValue(new Promise(() => {}))
  const page = open('/feed')
  await vi.advanceTimersByTimeAsync(3_999)
  expect(await Promise.race([page, 'still waiting'])).toBe('still waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await page).toBe('kept /')
})

test('a file of this version needs no network; one that was removed from the cache comes from there', async () => {
  expect(await open('/assets/index-two.js', 'cors')).toBe('kept /assets/index-two.js')
  stored.clear()
  network.mockResolvedValue(new Response('fetched'))
  expect(await open('/assets/index-two.js', 'cors')).toBe('fetched')
})

test('calls, photos and what nobody knows reach the network as if there were no worker', async () => {
  expect(await open('/api/user', 'cors')).toBe('not answered')
  expect(await open('/api/selfies/7/1', 'no-cors')).toBe('not answered')
  expect(await open('/config.json', 'cors')).toBe('not answered')
  expect(network).not.toHaveBeenCalled()
})

test('a tab may ask what this version has, and may let it take over', () => {
  const port = { postMessage: vi.fn() }
  const say = (data: unknown) => listeners.get('message')?.({ data, ports: [port] })
  say({ type: 'HAS_FILE', path: '/assets/index-two.js' })
  say({ type: 'HAS_FILE', path: '/assets/index-one.js' })
  expect(port.postMessage.mock.calls).toEqual([[true], [false]])
  expect(skipWaiting).not.toHaveBeenCalled()
  say({ type: 'SKIP_WAITING' })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

async function live(event: 'install' | 'activate'): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(event)?.({ waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
}

async function open(path: string, mode = 'navigate'): Promise<string> {
  const answers: Promise<Response>[] = []
  const request = { method: 'GET', mode, url: `${origin}${path}` }
  listeners.get('fetch')?.({ request, respondWith: (answer: Promise<Response>) => answers.push(answer) })
  const answer = await answers[0]
  return answer ? answer.text() : 'not answered'
}

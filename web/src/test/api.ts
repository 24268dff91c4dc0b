import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import { type Mock, vi } from 'vitest'

type Answer = { status: number; body: unknown; after?: Promise<void> } | 'never' | 'no connection'

interface Stub {
  /** What this call is answered with from now on; typed by its contract. */
  answer<E extends AnyEndpoint>(endpoint: E, body: ResponseOf<E>): void
  refuse(endpoint: AnyEndpoint, status: number, message: string): void
  /** Is answered with this only after the returned function was called. */
  hold<E extends AnyEndpoint>(endpoint: E, body: ResponseOf<E>): () => void
  /** The request stays without an answer. */
  hang(endpoint: AnyEndpoint): void
  disconnect(endpoint: AnyEndpoint): void
  /** Bodies of the calls made so far. */
  calls(endpoint: AnyEndpoint): unknown[]
}

/** Stands in for the gateway: a call that nobody prepared fails the test. */
export function stubApi(): Stub {
  const answers: { endpoint: AnyEndpoint; pattern: RegExp; answer: Answer }[] = []
  const made: { endpoint: AnyEndpoint; body: unknown }[] = []

  function prepare(endpoint: AnyEndpoint, answer: Answer): void {
    answers.unshift({ endpoint, pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`), answer })
  }

  const fetchStub: Mock<typeof fetch> = vi.fn(async (url, init) => {
    const path = String(url).split('?')[0] ?? ''
    const method = init?.method ?? 'GET'
    const found = answers.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    if (!found) throw new Error(`no answer prepared for ${method} ${path}`)
    made.push({ endpoint: found.endpoint, body: init?.body ? JSON.parse(String(init.body)) : undefined })
    if (found.answer === 'never') return new Promise(() => {})
    if (found.answer === 'no connection') throw new TypeError('Failed to fetch')
    const { status, body, after } = found.answer
    await after
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  })
  vi.stubGlobal('fetch', fetchStub)

  return {
    answer: (endpoint, body) => prepare(endpoint, { status: endpoint.status, body }),
    refuse: (endpoint, status, message) => prepare(endpoint, { status, body: { message } }),
    hold(endpoint, body) {
      let release = () => {}
      const after = new Promise<void>((resolve) => {
        release = resolve
      })
      prepare(endpoint, { status: endpoint.status, body, after })
      return release
    },
    hang: (endpoint) => prepare(endpoint, 'never'),
    disconnect: (endpoint) => prepare(endpoint, 'no connection'),
    calls: (endpoint) => made.filter((one) => one.endpoint === endpoint).map(({ body }) => body),
  }
}

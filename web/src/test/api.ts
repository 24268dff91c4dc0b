import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import type { ErrorBody } from '@zing/proto/http/errors'
import { type Mock, vi } from 'vitest'

type StubbedResponse =
  | { status: number; body: unknown; headers?: HeadersInit; after?: Promise<void> }
  | 'pending'
  | 'network error'

interface StubbedApi {
  /** Sets the response from now on; typed by the contract. */
  respond<E extends AnyEndpoint>(endpoint: E, body: ResponseOf<E>, headers?: HeadersInit): void
  reject(endpoint: AnyEndpoint, status: number, error: string | ErrorBody, headers?: HeadersInit): void
  /** Delays the response until the returned function is called. */
  hold<E extends AnyEndpoint>(endpoint: E, body: ResponseOf<E>, headers?: HeadersInit): () => void
  /** Leaves the request without a response. */
  hang(endpoint: AnyEndpoint): void
  disconnect(endpoint: AnyEndpoint): void
  /** Bodies of the calls made so far; a file is a Blob. */
  calls(endpoint: AnyEndpoint): unknown[]
}

/** Stubs `fetch` with responses per endpoint; a call without one fails the test. */
export function stubApi(): StubbedApi {
  const stubs: { endpoint: AnyEndpoint; pattern: RegExp; response: StubbedResponse }[] = []
  const calls: { endpoint: AnyEndpoint; body: unknown }[] = []

  function stub(endpoint: AnyEndpoint, response: StubbedResponse): void {
    stubs.unshift({ endpoint, pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`), response })
  }

  const fetchStub: Mock<typeof fetch> = vi.fn(async (url, init) => {
    const path = String(url).split('?')[0] ?? ''
    const method = init?.method ?? 'GET'
    const found = stubs.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    if (!found) throw new Error(`no response stubbed for ${method} ${path}`)
    calls.push({ endpoint: found.endpoint, body: bodyOf(init) })
    if (found.response === 'pending') return new Promise(() => {})
    if (found.response === 'network error') throw new TypeError('Failed to fetch')
    const { status, body, headers = {}, after } = found.response
    await after
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
  })
  vi.stubGlobal('fetch', fetchStub)

  return {
    respond: (endpoint, body, headers = {}) => stub(endpoint, { status: endpoint.status, body, headers }),
    reject(endpoint, status, error, headers = {}) {
      stub(endpoint, { status, body: typeof error === 'string' ? { message: error } : error, headers })
    },
    hold(endpoint, body, headers = {}) {
      let release = () => {}
      const after = new Promise<void>((resolve) => {
        release = resolve
      })
      stub(endpoint, { status: endpoint.status, body, headers, after })
      return release
    },
    hang: (endpoint) => stub(endpoint, 'pending'),
    disconnect: (endpoint) => stub(endpoint, 'network error'),
    calls: (endpoint) => calls.filter((one) => one.endpoint === endpoint).map(({ body }) => body),
  }
}

function bodyOf({ body }: RequestInit = {}): unknown {
  if (!body || body instanceof Blob) return body ?? undefined
  return JSON.parse(String(body))
}

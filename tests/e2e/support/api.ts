import type { BrowserContext } from '@playwright/test'
import { type AnyEndpoint, type BodyInputOf, pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { untilAccepted } from '@zing/testing/until-accepted'

interface Outcome<E extends AnyEndpoint> {
  status: number
  body: ResponseOf<E>
}

/** Sends a request with this page's or context's session, bypassing the user interface. Repeats a GET that gets 503. */
export async function callAs<E extends AnyEndpoint>(
  page: Pick<BrowserContext, 'request'>,
  endpoint: E,
  input: { params?: Record<string, number>; body?: BodyInputOf<E> } = {},
): Promise<Outcome<E>> {
  async function call(): Promise<Outcome<E>> {
    const response = await page.request.fetch(pathOf(endpoint, input.params), {
      method: endpoint.method,
      ...(input.body !== undefined && { data: input.body }),
    })
    const isJson = response.headers()['content-type']?.includes('application/json')
    return { status: response.status(), body: isJson ? await response.json() : undefined }
  }
  return endpoint.method === 'GET' ? untilAccepted(call) : call()
}

import { type Mock, onTestFinished, vi } from 'vitest'

const BYTES = new Uint8Array([1, 2, 3]).buffer
export const ENCODED = 'AQID'

const CREDENTIAL = {
  id: ENCODED,
  rawId: BYTES,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
}

/** Puts an authenticator into the browser, which has none in jsdom; it answers at once until told otherwise. */
export function stubPasskeys(): { create: Mock; get: Mock; fail(name: string): void } {
  const create = vi.fn().mockResolvedValue({
    ...CREDENTIAL,
    response: { clientDataJSON: BYTES, attestationObject: BYTES, getTransports: () => ['internal'] },
  })
  const get = vi.fn().mockResolvedValue({
    ...CREDENTIAL,
    response: { clientDataJSON: BYTES, authenticatorData: BYTES, signature: BYTES, userHandle: BYTES },
  })
  class PublicKeyCredential {}
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
  return {
    create,
    get,
    fail(name) {
      for (const stub of [create, get]) stub.mockRejectedValueOnce(new DOMException('refused', name))
    },
  }
}

/** The stubbed authenticator's signature, as the API gets it. */
export const SIGNED = {
  id: ENCODED,
  rawId: ENCODED,
  type: 'public-key',
  response: { clientDataJSON: ENCODED, authenticatorData: ENCODED, signature: ENCODED, userHandle: ENCODED },
}

/** Opens the page by an IP address until the end of the test. */
export function openByIpAddress(): void {
  const { jsdom } = globalThis as unknown as { jsdom: { reconfigure(settings: { url: string }): void } } // by vitest
  const { href } = window.location
  jsdom.reconfigure({ url: 'http://192.168.1.7:8080/' })
  onTestFinished(() => jsdom.reconfigure({ url: href }))
}

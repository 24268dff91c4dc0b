import { hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { clientRoutes } from '@zing/proto/client-routes'

const TOKEN_BYTES = 32

export interface SetupLink {
  url: string
  matches(token: string): boolean
}

/** The one-time link for the setup of the community. Every process and every start has the same one. */
export function createSetupLink(sessionSecret: KeyObject, origin: string): SetupLink {
  const token = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'zing setup link', TOKEN_BYTES)).toString('base64url')
  return {
    url: `${origin}${clientRoutes.setup}#${token}`,
    matches(given) {
      const [expected, actual] = [Buffer.from(token), Buffer.from(given)]
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
  }
}

import { isIP } from 'node:net'

/** The domain that passkeys belong to, and the origins that may use them. */
export interface RelyingParty {
  id: string
  origins: string[]
}

interface Settings {
  PUBLIC_ORIGINS: string[]
  PASSKEY_RP_ID?: string | undefined
}

/**
 * The configured domain, or the host of the origins. IP addresses count only if there is no other host, since browsers
 * refuse passkeys for them. If there are several domains, the first counts; production then refuses to start.
 */
export function relyingPartyOf({ PUBLIC_ORIGINS, PASSKEY_RP_ID }: Settings): RelyingParty {
  const [domain] = domainsOf(PUBLIC_ORIGINS)
  const [host] = hostsOf(PUBLIC_ORIGINS)
  return { id: PASSKEY_RP_ID ?? domain ?? host ?? '', origins: PUBLIC_ORIGINS }
}

/** True if it is unclear which domain passkeys belong to. */
export function hasSeveralDomains(origins: string[]): boolean {
  return domainsOf(origins).length > 1
}

/** True if browsers accept the id at all origins that have a domain. */
export function isRelyingParty(id: string, origins: string[]): boolean {
  return domainsOf(origins).every((domain) => domain === id || domain.endsWith(`.${id}`))
}

function domainsOf(origins: string[]): string[] {
  return hostsOf(origins).filter((host) => isIP(host.replace(/^\[|\]$/g, '')) === 0)
}

function hostsOf(origins: string[]): string[] {
  const hosts = origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).hostname)
  return [...new Set(hosts)]
}

import type { IncomingHttpHeaders } from 'node:http'

const OWN_SITES = new Set(['same-origin', 'none'])

/** Returns false for a request of another site (SEC-60). A client without both headers is not a current browser. */
export function isOwnSite(headers: IncomingHttpHeaders, origins: string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && !OWN_SITES.has(String(site))) return false
  return headers.origin === undefined || origins.includes(headers.origin)
}

export function changesState(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

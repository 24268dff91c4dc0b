import type { IncomingHttpHeaders } from 'node:http'

const OWN_SITES = new Set(['same-origin', 'none'])

/**
 * Returns false for requests that a browser sends for another site (SEC-60). Without both headers the client is no current
 * browser and sends no cookies on behalf of other sites.
 */
export function isOwnSite(headers: IncomingHttpHeaders, origins: string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && !OWN_SITES.has(String(site))) return false
  return headers.origin === undefined || origins.includes(headers.origin)
}

export function changesState(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

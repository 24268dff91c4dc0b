import type { IncomingHttpHeaders } from 'node:http'

const OWN_SITES = new Set(['same-origin', 'none'])

/**
 * False for what a page of somebody else made a browser send (SEC-60). Both headers absent: no browser of today, and a
 * program needs no protection from itself.
 */
export function isOwnSite(headers: IncomingHttpHeaders, origins: string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && !OWN_SITES.has(String(site))) return false
  return headers.origin === undefined || origins.includes(headers.origin)
}

export function changesState(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

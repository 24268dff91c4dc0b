/** Where the photo of a person stands; the version changes with every new photo, so that a path never shows another one. */
export function selfiePath(userId: number, version: number): string {
  return `/api/selfies/${userId}/${version}`
}

/** The same photo for another place: a card of the feed on a phone, or the small square of an avatar. */
export function selfieOfSize(path: string, size: 'medium' | 'small'): string {
  return `${path}?size=${size}`
}

export const SOCKET_PATH = '/ws'
export const LIVE_PATH = '/livez'
export const READY_PATH = '/readyz'
/** Of a port of its own, never of the public one. */
export const METRICS_PATH = '/metrics'
export const API_PREFIX = '/api/'

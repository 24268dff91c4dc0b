/** Path of a user's photo. Each new photo has another random version, so a path never shows a different photo. */
export function selfiePath(userId: number, version: number): string {
  return `/api/selfies/${userId}/${version}`
}

/** The id of the user in a photo's path; null for any other text. */
export function ownerOfSelfie(path: string): number | null {
  const id = /^\/api\/selfies\/(\d+)\//.exec(path)?.[1]
  return id === undefined ? null : Number(id)
}

/** Path of the same photo in a smaller size: `medium` for a phone's feed card, `small` for a square avatar. */
export function selfieOfSize(path: string, size: 'medium' | 'small'): string {
  return `${path}?size=${size}`
}

export const SOCKET_PATH = '/ws'
export const LIVE_PATH = '/livez'
export const READY_PATH = '/readyz'
/** Served on a separate port, never on the public one. */
export const METRICS_PATH = '/metrics'
export const API_PREFIX = '/api/'
/** Here, so that the service worker need not load the schemas. */
export const USER_PATH = '/api/user'
export const COMMUNITY_PATH = '/api/community'
export const PUSH_SUBSCRIPTIONS_PATH = '/api/push/subscriptions'
export const CLIENT_CONFIG_PATH = '/config.json'

/** Where the photo of a person stands; the version changes with every new photo, so that a path never shows another one. */
export function selfiePath(userId: number, version: number): string {
  return `/api/selfies/${userId}/${version}`
}

/** The same photo as a small square, for avatars. */
export function smallSelfie(path: string): string {
  return `${path}?size=small`
}

export const SOCKET_PATH = '/ws'
export const LIVE_PATH = '/livez'
export const READY_PATH = '/readyz'
export const API_PREFIX = '/api/'

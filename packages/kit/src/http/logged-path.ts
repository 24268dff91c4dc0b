/** A segment of 256 random bits, which opens something. */
const TOKEN = /\/[\w-]{43}(?=\/|$)/g

/** Returns the path of a URL for the log, without tokens: who reads the log must not be able to follow a link. */
export function loggedPath(url = ''): string {
  return (url.split('?')[0] ?? '').replace(TOKEN, '/{token}')
}

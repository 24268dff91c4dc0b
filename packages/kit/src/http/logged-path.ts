/** A segment of 256 random bits is a token. */
const TOKEN = /\/[\w-]{43}(?=\/|$)/g

/** Returns the path of a URL for the log, without tokens. Readers of the log must not be able to follow a link. */
export function loggedPath(url = ''): string {
  return (url.split('?')[0] ?? '').replace(TOKEN, '/{token}')
}

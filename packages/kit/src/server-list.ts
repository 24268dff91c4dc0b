/** Addresses of servers that work as one, with the user and password that all of them know. */
export interface ServerList {
  servers: URL[]
  user?: string
  password?: string
}

/**
 * Parses `nats://user:password@a:4222,nats://b:4222`. An address without a scheme has the first of `schemes`, and one
 * without credentials has the others'. Throws for anything else, and for two different credentials.
 */
export function serverListOf(urls: string, schemes: [string, ...string[]]): ServerList {
  const servers = urls.split(',').map((text) => parse(text.trim(), schemes))
  const given = servers.filter(({ username, password }) => username !== '' || password !== '')
  const [first] = given
  if (!first) return { servers }
  if (given.some(({ username, password }) => username !== first.username || password !== first.password))
    throw new Error('servers of one cluster have the same user and password')
  return { servers, user: decodeURIComponent(first.username), password: decodeURIComponent(first.password) }
}

function parse(address: string, schemes: [string, ...string[]]): URL {
  const url = new URL(address.includes('://') ? address : `${schemes[0]}//${address}`)
  if (!schemes.includes(url.protocol) || url.host === '')
    throw new Error(`must be addresses such as ${schemes[0]}//host`)
  return url
}

/** Returns what `parse` makes of a text, or null where it throws. */
export function parsedOrNull<T>(parse: (text: string) => T, text: string): T | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}

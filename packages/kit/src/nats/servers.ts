const SCHEMES = ['nats:', 'tls:']

/** Addresses of a NATS cluster for the client, with the user and password that all its servers know. */
export interface NatsServers {
  servers: string[]
  user?: string
  pass?: string
  /** Set if an address begins with `tls://`: the client then refuses a server without TLS. */
  tls?: object
}

/**
 * Parses `nats://user:password@a:4222,nats://b:4222`. An address may leave out the scheme, and the credentials that
 * another one has. Throws for anything else, and for two different credentials: the client has one pair.
 */
export function natsServersOf(urls: string): NatsServers {
  const parsed = urls.split(',').map(parse)
  const isEncrypted = parsed.some(({ protocol }) => protocol === 'tls:')
  const servers = { servers: parsed.map(({ host }) => host), ...(isEncrypted && { tls: {} }) }
  const given = parsed.filter(({ username }) => username !== '')
  const [first] = given
  if (!first) return servers
  if (given.some(({ username, password }) => username !== first.username || password !== first.password))
    throw new Error('servers of one cluster have the same user and password')
  return { ...servers, user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }
}

function parse(text: string): URL {
  const address = text.trim()
  const url = new URL(address.includes('://') ? address : `nats://${address}`)
  if (!SCHEMES.includes(url.protocol) || url.host === '') throw new Error('must be addresses such as nats://host:4222')
  return url
}

/** True if `natsServersOf` parses the text. */
export function isNatsServers(urls: string): boolean {
  try {
    natsServersOf(urls)
    return true
  } catch {
    return false
  }
}

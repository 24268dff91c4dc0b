// Loaded before a process: ends it when it tries to reach an address that is not of this machine.
import dns from 'node:dns'
import net from 'node:net'

const REACHED_OUTSIDE = 99
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const host = hostOf(args)
  if (host !== undefined && !LOOPBACK.test(host)) refuse(host)
  return Reflect.apply(connect, this, args)
} as typeof connect

const { lookup } = dns
dns.lookup = ((name: string, ...rest: unknown[]) => {
  if (!LOOPBACK.test(name)) refuse(name)
  return Reflect.apply(lookup, dns, [name, ...rest])
}) as typeof lookup

/** Undefined for a socket in the file system. */
function hostOf([first, second]: unknown[]): string | undefined {
  const options = Array.isArray(first) ? first[0] : first // Node's own callers pass an array
  if (typeof options !== 'object' || options === null) return typeof second === 'string' ? second : 'localhost'
  if ('path' in options && options.path) return undefined
  return 'host' in options && options.host ? String(options.host) : 'localhost'
}

function refuse(host: string): never {
  process.stderr.write(`tried to reach ${host}\n`)
  process.exit(REACHED_OUTSIDE)
}

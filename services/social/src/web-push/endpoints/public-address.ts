import { BlockList, isIP } from 'node:net'

const IPV4_SPECIAL = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // shared by the customers of a provider
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local: also the metadata services of clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const

/** All public IPv6 addresses; unlike `::1`, `fc00::/7`, `fe80::/10`, `ff00::/8` and IPv4-mapped ones. */
const IPV6_GLOBAL = ['2000::', 3] as const
const IPV6_SPECIAL = [
  ['2001::', 23], // Teredo and other protocols that carry an IPv4 address
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4, which carries an IPv4 address
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [network, prefix] of IPV4_SPECIAL) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of IPV6_SPECIAL) special.addSubnet(network, prefix, 'ipv6')
const global = new BlockList()
global.addSubnet(...IPV6_GLOBAL, 'ipv6')

/** True for an address of the public internet, which cannot lead into the server's own network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Versions whose replicas lose nothing that we know of: the first of each line. */
export const REPLICATING_VERSIONS = '2.12.15, 2.14.5, 2.15.0 or later'
const FIRST_PATCHES = new Map([
  ['2.12', 15],
  ['2.14', 5],
])

/** True if streams with three replicas are safe at this version of nats-server. */
export function isReplicating(version: string): boolean {
  const [, major = 0, minor = 0, patch = 0] = (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  if (major > 2 || (major === 2 && minor >= 15)) return true
  return patch >= (FIRST_PATCHES.get(`${major}.${minor}`) ?? Number.POSITIVE_INFINITY)
}

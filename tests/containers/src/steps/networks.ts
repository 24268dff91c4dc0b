import { SERVER_PORTS } from '@zing/docker/policy/network-policy'
import { PROCESSES } from '@zing/proto/processes'
import { z } from 'zod'
import { LINKS } from '../product/links.ts'
import type { Product } from '../product/product.ts'
import { ALL, type ContainerName } from '../product/services.ts'
import type { Step } from './step.ts'

/** The gateway is published; social sends Web Push to the hosts of the browsers' vendors. */
const WITH_OUTSIDE: ContainerName[] = ['gateway', 'social']
const CONNECT_SECONDS = 2
/** Limit for a connection that must succeed: a busy machine resolves a name slowly. */
const NEEDED_CONNECT_SECONDS = 20
/** Bounded by the process limit of the smallest container. */
const CONCURRENCY = 8
const Addresses = z.array(
  z.object({ NetworkSettings: z.object({ Networks: z.record(z.string(), z.object({ IPAddress: z.string() })) }) }),
)

/** Tries every pair by name and by every address of the target: an engine may route between its networks. */
export const networks: Step = {
  name: 'networks',
  async run({ product }) {
    const isNeeded = (one: string, other: string) =>
      LINKS.some(({ from, to }) => (from === one && to === other) || (from === other && to === one))
    const addresses = Object.fromEntries(
      await Promise.all(ALL.map(async (name) => [name, await addressesOf(product, name)])),
    )

    const problems: string[] = []
    let tried = 0
    for (const from of ALL) {
      const targets = ALL.filter((to) => to !== from).flatMap((to) =>
        [to, ...addresses[to]].map((host) => ({ to, host, port: portOf(to) })),
      )
      const reached = await reachedFrom(product, from, targets, CONNECT_SECONDS)
      const missed = targets.filter(
        (target) => target.host === target.to && isNeeded(from, target.to) && !reached.includes(target),
      )
      reached.push(...(await reachedFrom(product, from, missed, NEEDED_CONNECT_SECONDS)))
      tried += targets.length
      for (const to of ALL.filter((name) => name !== from)) {
        const hosts = reached.filter((target) => target.to === to).map(({ host }) => host)
        if (isNeeded(from, to) && !hosts.includes(to)) problems.push(`${from} cannot reach ${to} by its name`)
        if (!isNeeded(from, to) && hosts.length > 0) problems.push(`${from} reaches ${to} at ${hosts.join(', ')}`)
      }
      const needsOutside = WITH_OUTSIDE.includes(from)
      if ((await hasDefaultRoute(product, from)) !== needsOutside) {
        problems.push(`${from} has ${needsOutside ? 'no' : 'a'} route to the outside`)
      }
    }
    if (problems.length > 0) throw new Error(problems.join('; '))
    return `${tried} connections tried from ${ALL.length} containers; ${WITH_OUTSIDE.join(' and ')} have a route to the outside`
  },
}

function portOf(name: ContainerName): number {
  return name === 'mongodb' || name === 'nats' || name === 'redis' ? SERVER_PORTS[name] : PROCESSES[name].port
}

interface Target {
  to: ContainerName
  host: string
  port: number
}

/** Connects with a program that the image has: bash in Debian's images, busybox's nc in Alpine's. */
async function reachedFrom(
  { exec }: Product,
  from: ContainerName,
  targets: Target[],
  seconds: number,
): Promise<Target[]> {
  if (targets.length === 0) return []
  const tries = targets.map(({ host, port }, index) => {
    const limit = `timeout ${seconds}`
    const bash = `${limit} bash -c '</dev/tcp/${host}/${port}'`
    const attempt = `{ if command -v bash >/dev/null; then ${bash}; else ${limit} nc -z ${host} ${port}; fi; } 2>/dev/null`
    return `(${attempt} && echo ${index}) &${index % CONCURRENCY === CONCURRENCY - 1 ? ' wait;' : ''}`
  })
  const { stdout } = await exec(from, ['sh', '-c', `${tries.join(' ')} wait; echo end`])
  const lines = stdout.split('\n')
  if (!lines.includes('end')) throw new Error(`no connection could be tried from ${from}`)
  return targets.filter((_, index) => lines.includes(String(index)))
}

/** Reads the routes inside, because whether an address outside responds also depends on this machine. */
async function hasDefaultRoute({ exec }: Product, service: ContainerName): Promise<boolean> {
  const { stdout } = await exec(service, ['cat', '/proc/net/route'])
  if (!stdout.startsWith('Iface')) throw new Error(`the routes of ${service} could not be read`)
  return /^\S+\s+00000000\s/m.test(stdout)
}

async function addressesOf({ engine, container }: Product, service: ContainerName): Promise<string[]> {
  const { name } = await container(service)
  const [inspected] = Addresses.parse(JSON.parse(await engine.run(['container', 'inspect', name])))
  return Object.values(inspected?.NetworkSettings.Networks ?? {}).map(({ IPAddress }) => IPAddress)
}

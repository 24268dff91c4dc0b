import { z } from 'zod'

const Build = z.object({
  target: z.string().optional(),
  dockerfile: z.string().optional(),
  dockerfile_inline: z.string().optional(),
  args: z.record(z.string(), z.string()).default({}),
})
const Service = z.object({
  image: z.string().optional(),
  build: Build.optional(),
  user: z.union([z.string(), z.number()]).transform(String).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).default([]),
  privileged: z.boolean().optional(),
  network_mode: z.string().optional(),
  pid: z.string().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  group_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  init: z.boolean().optional(),
  restart: z.string().optional(),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  cpus: z.number().optional(),
  stop_grace_period: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({}),
  networks: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()).default({}) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
})
export const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
})
export type Compose = z.infer<typeof Compose>

const EXACT_TAG = /:\d+\.\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/m
const DRAIN_SECONDS = 10
/** Capabilities that a container may add; docker-compose.yml has the reason. */
const ADDED: Record<string, string> = { caddy: 'NET_BIND_SERVICE' }

/** Group of the files in /secrets. */
const READERS = '1000'

/** A network in which a service reaches the outside alone. */
const OUTWARD: Record<string, string> = { social: 'push-hosts' }

/** Returns the violations of SEC-75 in the compose file. */
export function composeProblems({ services, networks }: Compose): string[] {
  const problems: string[] = []
  const sharedNetworks = (one: string, other: string) =>
    services[one]?.networks.filter((network) => services[other]?.networks.includes(network)) ?? []
  for (const [name, service] of Object.entries(services)) {
    const check = (isMet: boolean, problem: string) => void (isMet || problems.push(`${name}: ${problem}`))
    check(service.read_only === true, 'root is not read-only')
    check(service.cap_drop.includes('ALL'), 'does not drop all capabilities')
    check(
      service.cap_add.every((added) => ADDED[name] === added),
      'adds a capability',
    )
    check(
      service.group_add.every((group) => group === READERS),
      'adds a group',
    )
    check(service.security_opt.includes('no-new-privileges:true'), 'lacks no-new-privileges')
    const hasOwnNetwork = !service.network_mode || service.network_mode === 'none'
    check(!service.privileged && hasOwnNetwork && !service.pid, 'shares something with the host')
    check(Boolean(service.user) && !/^(root|0)(:|$)/.test(service.user ?? ''), 'runs as root')
    check(service.init === true, 'has no init')
    check(service.restart === 'unless-stopped', 'is not restarted')
    check(
      Boolean(service.mem_limit && service.pids_limit && service.cpus),
      'has no limits of memory, processes and CPU',
    )
    check(Number.parseInt(service.stop_grace_period ?? '0', 10) > DRAIN_SECONDS, 'is killed before it has drained')
    check(isPinned(service), 'image has no exact tag')
    check(hasRegistry(service), 'image names no registry, which podman needs')
    check(Boolean(service.healthcheck?.test.length), 'has no health check') // podman ignores the health check of a Dockerfile
    check(isLogLimited(service), 'log has no limit, or a driver that podman does not have')
    check(
      service.tmpfs.every((mount) => /:.*\bsize=\d+m\b/.test(mount)),
      'has a tmpfs without a size',
    )
    check(!service.volumes.some((volume) => volume.includes('docker.sock')), 'mounts the socket of Docker')
    const binds = service.volumes.filter((volume) => /^[./]/.test(volume))
    check(
      binds.every((volume) => volume.endsWith(':ro')),
      'may write to a folder of the host',
    )

    for (const port of service.ports) {
      const isFront = (name === 'gateway' && /^127\.0\.0\.1:/.test(port)) || service.profiles.includes('tls')
      check(isFront, `publishes ${port}`)
    }
    const reached = service.networks.filter((network) => !networks[network]?.internal && OUTWARD[name] !== network)
    check(
      reached.length === 0 || name === 'gateway' || name === 'caddy',
      `is in a network with the outside: ${reached}`,
    )
    for (const [other, { condition }] of Object.entries(service.depends_on)) {
      check(condition === 'service_healthy', `does not wait until ${other} is healthy`)
    }
    const needed = neededServers(service.environment, Object.keys(services))
    for (const server of needed) {
      check(server in service.depends_on, `does not wait for ${server}`)
      check(sharedNetworks(name, server).length === 1, `shares not exactly one network with ${server}`)
    }
    for (const [other, { environment, profiles }] of Object.entries(services)) {
      const isNeeded = needed.includes(other) || neededServers(environment, [name]).length > 0
      const isFront = profiles.includes('tls') || service.profiles.includes('tls') // Caddy reads the gateway's name in its own file
      const isReached = other !== name && sharedNetworks(name, other).length > 0
      check(isNeeded || isFront || !isReached, `reaches ${other} without need`)
    }
  }
  return problems
}

/** Returns the services whose name is the host of a URL variable: `mongodb://user:password@mongodb:27017`. */
export function neededServers(environment: Record<string, string>, names: string[]): string[] {
  const urls = Object.entries(environment).filter(([variable]) => variable.endsWith('_URL'))
  const hosts = urls.flatMap(([, value]) => /^\w+:\/\/(?:[^@/]*@)?([\w-]+)/.exec(value)?.[1] ?? [])
  return names.filter((name) => hosts.includes(name))
}

function isLogLimited({ logging }: z.infer<typeof Service>): boolean {
  return logging?.driver === 'json-file' && Boolean(logging.options['max-size'] && logging.options['max-file'])
}

function hasRegistry({ image = '', build }: z.infer<typeof Service>): boolean {
  const named = build?.dockerfile_inline ? (/^FROM (.*)$/m.exec(build.dockerfile_inline)?.[1] ?? '') : image
  return Boolean(build && !build.dockerfile_inline) || named.startsWith('docker.io/')
}

/** Checks the tag of an image, or of the base image of an inline build; dockerfile-policy.ts checks ours. */
function isPinned({ image = '', build }: z.infer<typeof Service>): boolean {
  if (!build) return EXACT_TAG.test(image)
  return build.dockerfile_inline ? EXACT_TAG.test(/^FROM (.*)$/m.exec(build.dockerfile_inline)?.[1] ?? '') : true
}

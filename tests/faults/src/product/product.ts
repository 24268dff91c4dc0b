import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Instance, localUrl, placeInstances } from '@zing/dev-env/config/instances'
import { readOptions } from '@zing/dev-env/config/options'
import { publicOrigins } from '@zing/dev-env/config/origins'
import { balancerSpec, type Plan, processSpec } from '@zing/dev-env/config/process-specs'
import { type Kind, readScale } from '@zing/dev-env/config/scale'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { LaunchedProcess, Processes, ProcessSpec } from '@zing/dev-env/processes/processes'
import { waitUntil } from '@zing/dev-env/processes/wait-until'
import { watchHealth } from '@zing/dev-env/processes/watch-health'
import { startServers } from '@zing/dev-env/servers/start-servers'
import { loadOrCreateSecrets } from '@zing/dev-env/state/secrets-file'
import { createSmallDisk, type SmallDisk } from '@zing/testing/small-disk'
import { createLink, type Link } from './link.ts'

const HOOK = path.join(import.meta.dirname, 'hook.mjs')
const RESTART_MS = 500
const READY_MS = 60_000
/** More than ten minutes of load fill, so that a disk is full by a fault alone. */
const DISK_BYTES = 512 * 1024 * 1024
const SERVERS = ['mongodb', 'nats', 'redis'] as const
const USES_REDIS: Kind[] = ['auth', 'gateway']
export type ServerName = (typeof SERVERS)[number]

/** One process of the product or one of its servers, which a fault can end, pause or start again. */
export interface Member {
  name: string
  kind: Kind | ServerName | 'balancer'
  /** Sends a signal to the process; does nothing while it does not run. */
  signal(signal: NodeJS.Signals): void
  /** Ends the process with a signal and keeps it ended until `start`. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Starts the process and waits until it is ready. */
  start(env?: NodeJS.ProcessEnv): Promise<void>
  isReady(): Promise<boolean>
  /** Connections of this process to a server. */
  links: Partial<Record<ServerName, Link>>
  /** The small disk of its data; a server without data, or a suite that may not mount, has none. */
  disk: SmallDisk | null
}

export interface Product {
  url: string
  /** Of the database server itself, past the links. */
  mongoUrl: string
  adminPin: string
  members: Member[]
  dataDir: string
  stop(): Promise<void>
}

interface ProductOptions {
  processes: Processes
  dataDir: string
  /** As after `npm start -- --scale`; one process of each without it. */
  scale?: string | undefined
  mutant?: string | undefined
  onLine(name: string, line: string): void
  /** Reports a process that ended by itself, or was ended by its health check; it is started again. */
  onExit(name: string, isUnhealthy: boolean): void
}

/** Starts the whole product with a link between each process and each of its servers. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, scale, mutant } = options
  await mkdir(dataDir, { recursive: true })
  const members: Member[] = []
  const links: Link[] = []
  const disks: SmallDisk[] = []

  const servers = await startServers({
    dataDir,
    env: { ...process.env, MONGO_DOWNLOAD: '0' },
    log: (line) => options.onLine('start', line),
    async start(spec) {
      const disk = spec.dataFolder ? await createSmallDisk(spec.dataFolder, DISK_BYTES) : null
      if (disk) disks.push(disk)
      const onDisk = disk ? { ...spec, ...disk.within(spec) } : spec
      const member = createMember(serverKind(spec), onDisk, options, {}, disk)
      await member.start()
      members.push(member)
      return { stop: () => member.end('SIGTERM') }
    },
  })
  const port = await freePort()
  const address = { host: '127.0.0.1', port }
  const instances = await placeInstances(readScale(scale ? ['--scale', scale] : []), address, freePort)
  const secrets = await loadOrCreateSecrets(dataDir)
  const plan: Plan = {
    options: readOptions({ DEMO: '0', RATE_PROFILE: 'off', LOG_LEVEL: 'info' }),
    secrets,
    instances,
    address,
    origins: publicOrigins('127.0.0.1', [port, ...instances.map((instance) => instance.port)]),
    ...servers,
    webDist: '',
    onLine: options.onLine,
  }

  async function memberOf(instance: Instance): Promise<Member> {
    const own: Member['links'] = {
      ...(instance.kind !== 'gateway' && { mongodb: await createLink(addressOf(servers.mongoUrl)) }),
      nats: await createLink(addressOf(servers.natsUrl)),
      ...(servers.redisUrl &&
        USES_REDIS.includes(instance.kind) && { redis: await createLink(addressOf(servers.redisUrl)) }),
    }
    links.push(...Object.values(own))
    const linked: Plan = {
      ...plan,
      mongoUrl: own.mongodb ? throughLink(servers.mongoUrl, own.mongodb) : servers.mongoUrl,
      natsUrl: own.nats ? throughLink(servers.natsUrl, own.nats) : servers.natsUrl,
      redisUrl: servers.redisUrl && own.redis ? throughLink(servers.redisUrl, own.redis) : servers.redisUrl,
    }
    const spec = processSpec(linked, instance)
    const hook = { NODE_OPTIONS: `--import=${HOOK}`, ...(mutant && { FAULTS_MUTANT: mutant }) }
    return createMember(instance.kind, { ...spec, env: { ...spec.env, ...hook } }, options, own)
  }

  const own = await Promise.all(instances.map(memberOf))
  await Promise.all(own.map((member) => member.start()))
  members.push(...own)
  if (instances.filter(({ kind }) => kind === 'gateway').length > 1) {
    const balancer = createMember('balancer', balancerSpec(plan), options, {})
    await balancer.start()
    members.push(balancer)
  }
  return {
    url: localUrl(address),
    mongoUrl: servers.mongoUrl,
    adminPin: secrets.adminPin,
    members,
    dataDir,
    async stop() {
      for (const member of members) member.signal('SIGCONT')
      for (const link of links) link.heal()
      await Promise.all(disks.map((disk) => disk.free()))
      await Promise.all(members.filter(({ kind }) => !isServer(kind)).map((member) => member.end('SIGTERM')))
      await Promise.all(members.map((member) => member.end('SIGTERM')))
      for (const link of links) link.close()
      await Promise.all(disks.map((disk) => disk.close()))
    },
  }
}

function createMember(
  kind: Member['kind'],
  spec: ProcessSpec,
  options: ProductOptions,
  links: Member['links'],
  disk: SmallDisk | null = null,
): Member {
  let current: LaunchedProcess | null = null
  let isPaused = false

  function launch(env: NodeJS.ProcessEnv = {}): LaunchedProcess {
    const launched = options.processes.launch({
      ...spec,
      env: { ...(spec.env ?? process.env), ...env },
      onLine: (line) => (spec.onLine ?? ((text) => options.onLine(spec.name, text)))(line),
    })
    current = launched
    // a pause is to last as long as its fault, so the checks pass meanwhile
    const isHealthy = spec.isHealthy && (async () => isPaused || (await spec.isHealthy?.()) === true)
    let wasUnhealthy = false
    watchHealth({ ...spec, ...(isHealthy && { isHealthy }) }, launched, (line) => {
      wasUnhealthy = true
      options.onLine('supervisor', line)
    })
    void launched.exited.then(() => {
      if (current !== launched) return
      options.onExit(spec.name, wasUnhealthy)
      setTimeout(() => current === launched && launch(env), RESTART_MS)
    })
    return launched
  }

  return {
    name: spec.name,
    kind,
    links,
    disk,
    isReady: async () => spec.isReady(),
    signal(signal) {
      isPaused = signal === 'SIGSTOP'
      if (current?.pid) process.kill(current.pid, signal)
    },
    async end(signal) {
      const ending = current
      current = null
      if (!ending) return
      if (signal === 'SIGKILL') ending.kill()
      else await ending.stop()
      await ending.exited
    },
    async start(env) {
      launch(env)
      if (!(await waitUntil(async () => spec.isReady(), READY_MS))) throw new Error(`${spec.name} is not ready`)
    },
  }
}

function serverKind({ name }: ProcessSpec): ServerName {
  if (name.startsWith('nats')) return 'nats'
  return name.startsWith('redis') || name.startsWith('valkey') ? 'redis' : 'mongodb'
}

export function isServer(kind: Member['kind']): kind is ServerName {
  return (SERVERS as readonly string[]).includes(kind)
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

function throughLink(url: string, { port }: Link): string {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${port}`
  return changed.href.replace(/\/$/, '')
}

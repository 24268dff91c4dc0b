import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Instance, localUrl, placeInstances } from '@zing/dev-env/config/instances'
import { readOptions } from '@zing/dev-env/config/options'
import { publicOrigins } from '@zing/dev-env/config/origins'
import { balancerSpec, type Plan, processSpec } from '@zing/dev-env/config/process-specs'
import { type Kind, readScale } from '@zing/dev-env/config/scale'
import { acceptsConnections } from '@zing/dev-env/processes/accepts-connections'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { ProcessSpec } from '@zing/dev-env/processes/processes'
import { startServers } from '@zing/dev-env/servers/start-servers'
import { loadOrCreateSecrets } from '@zing/dev-env/state/secrets-file'
import { PROCESSES } from '@zing/proto/processes'
import { s3Server } from '@zing/testing/s3-server'
import { createSmallDisk, type SmallDisk } from '@zing/testing/small-disk'
import { createLink, type Link } from './link.ts'
import { createMember, isServer, type Links, type Member, type MemberOptions, type ServerName } from './member.ts'

const HOOK = path.join(import.meta.dirname, 'hook.mjs')
/** More than the load fills in ten minutes, so only a fault makes the disk full. */
const DISK_BYTES = 512 * 1024 * 1024
const S3_READY_MS = 60_000
/** Services that keep bytes of users. */
const WITH_BLOBS: Kind[] = ['auth', 'chat']

export interface Product {
  url: string
  /** Address of the database server itself, past the links. */
  mongoUrl: string
  /** Address of the link of one process, which a fault may cut. Null if NATS has no user for tests. */
  natsUrl: string | null
  adminPin: string
  gateways: number
  members: Member[]
  stop(): Promise<void>
}

interface ProductOptions extends MemberOptions {
  dataDir: string
  /** Value of `npm start -- --scale`; one process of each service if undefined. */
  scale?: string | undefined
  mutant?: string | undefined
  /** Keeps bytes of users in a bucket instead of MongoDB. */
  hasBucket?: boolean
}

/** Starts the product with links: from each process to each of its servers, and from each gateway to each service. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, scale, mutant, hasBucket = false } = options
  await mkdir(dataDir, { recursive: true })
  const members: Member[] = []
  const links: Link[] = []
  const disks: SmallDisk[] = []

  async function start(spec: ProcessSpec): Promise<{ stop(): Promise<void> }> {
    const disk = spec.dataFolder ? await createSmallDisk(spec.dataFolder, DISK_BYTES) : null
    if (disk) disks.push(disk)
    const onDisk = disk ? { ...spec, ...disk.within(spec) } : spec
    const member = createMember(onDisk, { kind: serverKind(spec), disk }, options)
    await member.start()
    members.push(member)
    return { stop: () => member.end('SIGTERM') }
  }

  const servers = await startServers({
    dataDir,
    env: { ...process.env, MONGO_DOWNLOAD: '0' },
    log: (line) => options.onLine('start', line),
    start,
  })
  const bucket = hasBucket ? await startBucket(dataDir, start) : null
  const port = await freePort()
  const address = { host: '127.0.0.1', port }
  const instances = await placeInstances(readScale(scale ? ['--scale', scale] : []), address, freePort)
  const secrets = await loadOrCreateSecrets(dataDir)
  const plan: Plan = {
    options: readOptions({ DEMO: '0', RATE_PROFILE: 'off', LOG_LEVEL: 'warn' }),
    secrets,
    instances,
    address,
    origins: publicOrigins('127.0.0.1', [port, ...instances.map((instance) => instance.port)]),
    ...servers,
    webDist: '',
    onLine: options.onLine,
  }

  async function memberOf(instance: Instance): Promise<Member> {
    const services = instance.kind === 'gateway' ? instances.filter(({ kind }) => kind !== 'gateway') : []
    const toServices: Links = Object.fromEntries(
      await Promise.all(services.map(async ({ name, ...at }) => [name, await createLink(at)] as const)),
    )
    const uses = PROCESSES[instance.kind].servers
    const own: Links = {
      ...(uses.includes('mongodb') && { mongodb: await createLink(addressOf(servers.mongoUrl)) }),
      nats: await createLink(addressOf(servers.natsUrl)),
      ...(servers.redisUrl && uses.includes('redis') && { redis: await createLink(addressOf(servers.redisUrl)) }),
      ...(bucket && WITH_BLOBS.includes(instance.kind) && { s3: await createLink(addressOf(bucket.S3_ENDPOINT)) }),
      ...toServices,
    }
    links.push(...Object.values(own))
    const linked: Plan = {
      ...plan,
      mongoUrl: own.mongodb ? throughLink(servers.mongoUrl, own.mongodb) : servers.mongoUrl,
      natsUrl: own.nats ? throughLink(servers.natsUrl, own.nats) : servers.natsUrl,
      redisUrl: servers.redisUrl && own.redis ? throughLink(servers.redisUrl, own.redis) : servers.redisUrl,
      instances: instances.map((other) => ({ ...other, port: toServices[other.name]?.port ?? other.port })),
    }
    const spec = processSpec(linked, instance)
    const hook = { NODE_OPTIONS: `--import=${HOOK}`, ...(mutant && { FAULTS_MUTANT: mutant }) }
    const pushes = { PUSH_ALLOW_LOOPBACK: 'true' } // the push host of workloads/web-pushes.ts
    const s3 = bucket && own.s3 && { ...bucket, S3_ENDPOINT: throughLink(bucket.S3_ENDPOINT, own.s3) }
    const env = { ...spec.env, ...hook, ...pushes, ...s3 }
    return createMember({ ...spec, env }, { kind: instance.kind, links: own }, options)
  }

  const own = await Promise.all(instances.map(memberOf))
  const linkToNats = own[0]?.links.nats
  if (!linkToNats) throw new Error('no process has a link to NATS')
  await Promise.all(own.map((member) => member.start()))
  members.push(...own)
  const gateways = instances.filter(({ kind }) => kind === 'gateway').length
  if (gateways > 1) {
    const balancer = createMember(balancerSpec(plan), { kind: 'balancer' }, options)
    await balancer.start()
    members.push(balancer)
  }
  return {
    url: localUrl(address),
    mongoUrl: servers.mongoUrl,
    natsUrl: throughLink(servers.natsUrl, linkToNats),
    adminPin: secrets.adminPin,
    gateways,
    members,
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

async function startBucket(dataDir: string, start: (spec: ProcessSpec) => Promise<unknown>) {
  const dataFolder = path.join(dataDir, 's3')
  const port = await freePort()
  const { command, args, env } = s3Server(dataFolder, port)
  const isReady = () => acceptsConnections(port)
  await start({ name: 's3', command, args, dataFolder, isReady, readyWithinMs: S3_READY_MS })
  return env
}

function serverKind({ name }: ProcessSpec): ServerName {
  if (name === 's3') return 's3'
  if (name.startsWith('nats')) return 'nats'
  return name.startsWith('redis') || name.startsWith('valkey') ? 'redis' : 'mongodb'
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

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { databaseUrl } from '@zing/dev-env/config/database-url'
import { acceptsConnections } from '@zing/dev-env/processes/accepts-connections'
import { freePort } from '@zing/dev-env/processes/free-port'
import { ROOT } from '@zing/dev-env/root'
import { loadOrCreateSecrets } from '@zing/dev-env/state/secrets-file'
import { databaseOf, PROCESSES, type ProcessName } from '@zing/proto/processes'
import { createMember, type Member, type MemberOptions } from '../product/member.ts'
import type { Product } from '../product/product.ts'
import { type Balancer, createBalancer } from './balancer.ts'
import { createHost, type Host } from './host.ts'
import { createNetwork, removeNetworks } from './network.ts'
import { makeCertificate, sharedValues, type Values } from './settings.ts'

const HOST_COUNT = 3
const READY_MS = 60_000
const EMBEDDED_MONGO = path.join(ROOT, 'packages', 'embedded-mongo', 'src', 'main.ts')
const COMPILE_CACHE = path.join(ROOT, '.data', 'compile-cache')

export interface HostsProduct extends Product {
  hosts: Host[]
  balancer: Balancer
}

export interface StartHostsOptions extends MemberOptions {
  dataDir: string
  /** A supported NATS server: Debian's is too old. */
  natsServer: string
  /** Folder of the version that the hosts run first. */
  checkout: string
}

/**
 * Starts the product on three hosts of this machine, with the files of `deploy/hosts`. Each has its own network, disk
 * and supervisor. HAProxy and the database are outside.
 */
export async function startHosts(options: StartHostsOptions): Promise<HostsProduct> {
  const { dataDir, natsServer, checkout } = options
  await mkdir(dataDir, { recursive: true })
  const network = await createNetwork(HOST_COUNT)
  const hosts: Host[] = []
  const outside: Member[] = []
  async function stop(): Promise<void> {
    await Promise.all(network.hosts.map((host) => host.heal()))
    await Promise.all(hosts.map((host) => host.remove()))
    await Promise.all(outside.map((member) => member.end('SIGTERM')))
    await removeNetworks()
  }

  try {
    const secrets = await loadOrCreateSecrets(dataDir)
    const database = await startDatabase(network.outside, options)
    if (database.member) outside.push(database.member)
    const addresses = network.hosts.map(({ address }) => address)
    const [port, balancerFolder] = [await freePort(), path.join(dataDir, 'balancer')]
    const url = `http://127.0.0.1:${port}`
    const values = { ...sharedValues(addresses, secrets), ORIGIN: url, BIND: `127.0.0.1:${port}` }
    const certificate = path.join(dataDir, 'certificate')
    await makeCertificate(certificate, values)
    for (const [index, host] of network.hosts.entries()) {
      const name = `host-${index + 1}`
      const others = {
        overrides: (kind: ProcessName) => overrides(kind, database.url),
        natsServer,
        values,
        certificate,
      }
      hosts.push(
        await createHost({ ...options, ...others, name, folder: path.join(dataDir, name), network: host }, hostNamed),
      )
    }
    await Promise.all(hosts.map((host) => host.use(checkout).then(() => host.start())))
    const balancer = await createBalancer({ ...options, folder: balancerFolder, values, url })
    outside.push(balancer.member)
    await balancer.member.start()
    return {
      ...{ url, hosts, balancer, members: hosts, gateways: HOST_COUNT, natsUrl: null, stop },
      mongoUrl: database.url,
      adminPin: secrets.adminPin,
    }
  } catch (error) {
    await stop()
    throw error
  }

  function hostNamed(name: string): Host {
    const host = hosts.find((one) => one.name === name)
    if (!host) throw new Error(`no host ${name}`)
    return host
  }
}

/** Tests differ from a keeper's hosts: no https, no limits, and a database without users. */
function overrides(kind: ProcessName, mongoUrl: string): Values {
  return {
    ...{ NODE_ENV: 'development', LOG_LEVEL: 'warn', RATE_PROFILE: 'off', COOKIE_SECURE: 'false', WEB_DIST: '' },
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILE_CACHE,
    ...(PROCESSES[kind].servers.some((name) => name === 'mongodb') && {
      MONGO_URL: databaseUrl(mongoUrl, databaseOf(kind)),
    }),
  }
}

/** Takes the database at MONGO_URL, or starts an embedded one for the hosts. */
async function startDatabase(
  address: string,
  options: StartHostsOptions,
): Promise<{ url: string; member: Member | null }> {
  const given = process.env.MONGO_URL
  if (given) return { url: given, member: null }
  const [port, folder] = [await freePort(), path.join(options.dataDir, 'mongodb')]
  await mkdir(folder, { recursive: true })
  const member = createMember(
    {
      name: 'embedded-mongo',
      command: process.execPath,
      args: [EMBEDDED_MONGO],
      env: { ...process.env, HOST: address, PORT: String(port), DATA_DIR: folder },
      isReady: () => acceptsConnections(port, address),
      readyWithinMs: READY_MS,
    },
    { kind: 'mongodb' },
    options,
  )
  await member.start()
  return { url: `mongodb://${address}:${port}`, member }
}

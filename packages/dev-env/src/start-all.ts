import path from 'node:path'
import { PROCESSES } from '@zing/proto/processes'
import { databaseUrl } from './config/database-url.ts'
import { type Instance, localUrl, placeInstances } from './config/instances.ts'
import type { Options } from './config/options.ts'
import { publicOrigins } from './config/origins.ts'
import { balancerSpec, type Plan, processSpec, viteSpec } from './config/process-specs.ts'
import { beginDemo, type Demo } from './demo/add-demo-users.ts'
import { botsSpec } from './demo/bots/bots-spec.ts'
import { BOT_PROFILES, HOST } from './demo/bots/personas.ts'
import { isDoorClosed } from './demo/member.ts'
import { type BannerDetails, banner } from './output/banner.ts'
import type { Console } from './output/console.ts'
import { freePort } from './processes/free-port.ts'
import { createReaper } from './processes/orphan-reaper.ts'
import { createProcesses } from './processes/processes.ts'
import { createSupervisor } from './processes/supervisor.ts'
import { type Servers, startServers } from './servers/start-servers.ts'
import { StartError } from './start-error.ts'
import { writeAddresses } from './state/addresses-file.ts'
import { writeAdminEnv } from './state/admin-env-file.ts'
import { trackPids } from './state/pid-file.ts'
import { loadOrCreateSecrets } from './state/secrets-file.ts'
import { buildWeb, WEB_DIST } from './web-build.ts'

// In total less than the 10 s within which everything must have stopped.
const STOP_SERVICES_MS = 7_000
const STOP_SERVERS_MS = 2_000
const SECURITY_EVENT = '"msg":"security event"'

export interface Zing {
  /** Resolves when everything runs and the banner is printed. Throws a StartError otherwise. */
  start(): Promise<void>
  /** Stops the services, then their servers, within 10 s and in any state of the start. */
  stop(): Promise<void>
  kill(): void
}

export function createZing(options: Options, port: number, out: Console): Zing {
  const shared = { reaper: createReaper(), onChange: trackPids(options.dataDir) }
  const [servers, services] = [createProcesses(shared), createProcesses(shared)]
  const [supervisedServers, supervisedServices] = [
    createSupervisor(servers, out.log),
    createSupervisor(services, out.log),
  ]
  const address = { host: options.host, port }
  const serverStarter = options.isSupervised ? supervisedServers : servers
  const serviceStarter = options.isSupervised ? supervisedServices : services
  let startedServers: Servers | null = null
  let isAddingUsers = false // each of which is a security event
  let isStopping = false
  let setupLink: string | null = null

  async function start(): Promise<void> {
    const secrets = await loadOrCreateSecrets(options.dataDir)
    startedServers = await startServers({
      dataDir: options.dataDir,
      env: process.env,
      log: out.log,
      start: serverStarter.start,
    })

    const gatewayAddress = options.isWatching ? { host: options.host, port: await freePort() } : address
    const instances = await placeInstances(options.scale, gatewayAddress, freePort)
    const gateways = instances.filter(({ kind }) => kind === 'gateway')
    const plan: Plan = {
      options,
      secrets,
      instances,
      address: gatewayAddress,
      origins: publicOrigins(options.host, [port, ...gateways.map((gateway) => gateway.port)]),
      ...startedServers,
      webDist: options.isWatching ? null : WEB_DIST,
      onLine(name, line) {
        setupLink ??= /"setupLink":"([^"]+)"/.exec(line)?.[1] ?? null
        if (!(isAddingUsers && line.includes(SECURITY_EVENT))) out.processLine(name, line)
      },
    }
    await writeAdminEnv(options.dataDir, databaseUrl(plan.mongoUrl, 'zing_admin'), plan.natsUrl)
    const webBuild = options.isWatching ? serviceStarter.start(viteSpec(plan, address)) : buildWeb(services, out.log)
    const others = instances.filter(({ kind }) => kind !== 'gateway').map(({ name }) => name)
    out.log(`Starting ${others.join(', ')} and the gateway ...`)
    await Promise.all(
      instances.map(async (instance) => {
        if (instance.kind === 'gateway' && !options.isWatching) await webBuild
        await startInstance(plan, instance)
      }),
    )
    await webBuild
    if (gateways.length > 1) await serviceStarter.start(balancerSpec(plan))
    await writeAddresses(options.dataDir, plan)
    const demo = options.hasDemo ? await firstDemoUsers() : null
    process.stdout.write(`${banner(bannerDetails(plan, demo?.login ?? null, startedServers.warnings))}\n`)
    if (demo && options.hasBots) {
      await serviceStarter.start(
        botsSpec({ gatewayUrl: localUrl(address), password: demo.login.password, onLine: out.processLine }),
      )
    }
    if (demo) void addOtherDemoUsers(demo)
  }

  /** An optional process that does not start is reported, and the product runs without it. */
  async function startInstance(plan: Plan, instance: Instance): Promise<void> {
    const started = serviceStarter.start(processSpec(plan, instance))
    if (!PROCESSES[instance.kind].isOptional) return void (await started)
    await started.catch((error) => out.log(`${reasonOf(error)}\nThe product runs without ${instance.name}.`))
  }

  function bannerDetails(plan: Plan, demo: BannerDetails['demo'], warnings: string[]): BannerDetails {
    return {
      addresses: publicOrigins(options.host, [port]).filter((origin) => !origin.includes('127.0.0.1')),
      demo,
      bot: demo && options.hasBots ? (BOT_PROFILES[HOST]?.name ?? null) : null,
      adminPin: options.adminPin ?? plan.secrets.adminPin,
      setupLink,
      dataDir: path.relative(process.cwd(), options.dataDir) || '.',
      warnings,
    }
  }

  async function firstDemoUsers(): Promise<Demo | null> {
    const { dataDir, hasBots } = options
    isAddingUsers = true
    try {
      return await beginDemo({ baseUrl: localUrl(address), dataDir, hasBots, log: out.log })
    } catch (error) {
      if (isDoorClosed(error)) {
        out.log(`No demo users, since not everybody may join (${reasonOf(error)}).`)
        return null
      }
      throw new StartError(
        `The demo users could not be added (${reasonOf(error)}). To start without them: DEMO=0 npm start`,
      )
    } finally {
      isAddingUsers = false
    }
  }

  async function addOtherDemoUsers(demo: Demo): Promise<void> {
    isAddingUsers = true
    try {
      await demo.addOthers()
    } catch (error) {
      if (isStopping) return
      const next = isDoorClosed(error) ? 'Not everybody may join' : 'The next start adds them'
      out.log(`Some demo users are missing (${reasonOf(error)}). ${next}.`)
    } finally {
      isAddingUsers = false
    }
  }

  return {
    start,
    async stop() {
      isStopping = true
      await supervisedServices.stopAll(STOP_SERVICES_MS)
      await startedServers?.stop(STOP_SERVERS_MS)
      await supervisedServers.stopAll(STOP_SERVERS_MS) // servers that were started before the start failed
    },
    kill() {
      supervisedServices.killAll()
      supervisedServers.killAll()
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import path from 'node:path'
import { databaseUrl } from './config/database-url.ts'
import { localUrl, placeInstances } from './config/instances.ts'
import type { Options } from './config/options.ts'
import { publicOrigins } from './config/origins.ts'
import { balancerSpec, type Plan, processSpec } from './config/process-specs.ts'
import { addDemoUsers } from './demo/add-demo-users.ts'
import { botsSpec } from './demo/bots/bots-spec.ts'
import { COMPANIONS } from './demo/bots/personas.ts'
import { type BannerDetails, banner } from './output/banner.ts'
import type { Console } from './output/console.ts'
import { freePort } from './processes/free-port.ts'
import { createReaper } from './processes/orphan-reaper.ts'
import { createProcesses } from './processes/processes.ts'
import { createSupervisor } from './processes/supervisor.ts'
import { type Servers, startServers } from './servers/start-servers.ts'
import { StartError } from './start-error.ts'
import { noteAddresses } from './state/addresses-file.ts'
import { noteAdminDatabase } from './state/admin-env-file.ts'
import { keepPidFile } from './state/pid-file.ts'
import { keepSecrets } from './state/secrets-file.ts'
import { buildWeb, WEB_DIST } from './web-build.ts'

// Together less than the 10 s in which everything must have ended.
const SERVICES_MS = 7_000
const SERVERS_MS = 2_000

export interface Zing {
  /** Resolves when everything runs and the banner is on the screen. Throws a StartError otherwise. */
  start(): Promise<void>
  /** Services first, then the servers they use. Within 10 s, whatever state the start is in. */
  stop(): Promise<void>
  kill(): void
}

export function createZing(options: Options, port: number, out: Console): Zing {
  const shared = { reaper: createReaper(), onChange: keepPidFile(options.dataDir) }
  const [servers, services] = [createProcesses(shared), createProcesses(shared)]
  const [keptServers, keptServices] = [createSupervisor(servers, out.say), createSupervisor(services, out.say)]
  const door = { host: options.host, port }
  const serverStarter = options.isSupervised ? keptServers : servers
  const serviceStarter = options.isSupervised ? keptServices : services
  let found: Servers | null = null

  async function start(): Promise<void> {
    const secrets = await keepSecrets(options.dataDir)
    found = await startServers({ dataDir: options.dataDir, env: process.env, log: out.say, start: serverStarter.start })

    const instances = await placeInstances(options.scale, door, freePort)
    const gateways = instances.filter(({ kind }) => kind === 'gateway')
    const plan: Plan = {
      options,
      secrets,
      instances,
      door,
      origins: publicOrigins(options.host, [port, ...gateways.map((gateway) => gateway.port)]),
      ...found,
      webDist: WEB_DIST,
      onLine: out.lineOf,
    }
    await noteAdminDatabase(options.dataDir, databaseUrl(plan.mongoUrl, 'zing_admin'))
    const built = buildWeb(services, out.say)
    out.say('Starting auth, social, chat, admin and the gateway ...')
    await Promise.all(
      instances.map(async (instance) => {
        if (instance.kind === 'gateway') await built
        await serviceStarter.start(processSpec(plan, instance))
      }),
    )
    if (gateways.length > 1) await serviceStarter.start(balancerSpec(plan))
    await noteAddresses(options.dataDir, plan)
    const demo = options.hasDemo ? await demoLogin() : null
    process.stdout.write(`${banner(bannerDetails(plan, demo, found.warnings))}\n`)
    if (demo && options.hasBots) {
      await serviceStarter.start(botsSpec({ gatewayUrl: localUrl(door), password: demo.password, onLine: out.lineOf }))
    }
  }

  function bannerDetails(plan: Plan, demo: BannerDetails['demo'], warnings: string[]): BannerDetails {
    return {
      addresses: publicOrigins(options.host, [port]).filter((origin) => !origin.includes('127.0.0.1')),
      demo,
      bot: demo && options.hasBots ? (COMPANIONS[0]?.name ?? null) : null,
      adminPin: options.adminPin ?? plan.secrets.adminPin,
      dataDir: path.relative(process.cwd(), options.dataDir) || '.',
      warnings,
    }
  }

  async function demoLogin(): Promise<BannerDetails['demo']> {
    const { dataDir, hasBots } = options
    try {
      return await addDemoUsers({ baseUrl: localUrl(door), dataDir, hasBots, log: out.say })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new StartError(`The demo people could not be added (${why}); without them: DEMO=0 npm start`)
    }
  }

  return {
    start,
    async stop() {
      await keptServices.stopAll(SERVICES_MS)
      await found?.stop(SERVERS_MS)
      await keptServers.stopAll(SERVERS_MS) // those of a start that did not get far
    },
    kill() {
      keptServices.killAll()
      keptServers.killAll()
    },
  }
}

import type { KeyObject } from 'node:crypto'
import type { Server } from 'node:http'
import type { Connection } from 'mongoose'
import { createApp } from './http/app.ts'
import { type ListenConfig, listen } from './http/listen.ts'
import type { Serve } from './http/serve.ts'
import { connectMongo, createIndexes, createReadiness } from './mongo/connection.ts'
import { isDatabaseUnavailable } from './mongo/errors.ts'
import { type Migration, runMigrations } from './mongo/migrations.ts'
import { connectNats, type Nats } from './nats/connection.ts'
import { type FollowedSettings, followSettings } from './nats/settings.ts'
import { createLog, type Log } from './observability/logger.ts'
import type { Running } from './run.ts'

export interface ServiceConfig extends ListenConfig {
  LOG_LEVEL: string
  MONGO_URL: string
  NATS_URL: string
  NATS_REPLICAS: number
  INTERNAL_TOKEN_SECRET: KeyObject
}

export interface ServiceOptions<Models> {
  /** Name of the process in the contracts, which its durable consumer and its NATS user share. */
  name: string
  config: ServiceConfig
  log?: Log | undefined
  createModels(db: Connection): Models
  /** Pause between two pings of NATS, see `connectNats`. */
  natsPingMs?: number | undefined
  /** They run in this order, see `runMigrations`. */
  migrations: readonly Migration[]
}

export interface ServiceCore<Models> {
  log: Log
  db: Connection
  models: Models
  nats: Nats
  /** The community's settings, as admin has last published them. */
  settings: FollowedSettings
}

export interface Stoppable {
  stop(): Promise<void> | void
}

export interface ServiceParts<Ctx> {
  ctx: Ctx
  routes: ((serve: Serve, ctx: Ctx) => void)[]
  /** Event consumers and RPC servers. A stop lets them finish what they have taken. */
  entryPoints: Stoppable[]
  /** Relays, flushers and timers, which entry points may need while they finish. */
  background: Stoppable[]
  /** Attaches parts that share the port of the HTTP server, such as WebSockets. */
  attach?(server: Server): Stoppable
}

/**
 * Starts a service: database, migrations, indexes, NATS in the background, the service's parts, HTTP server. Rejects when the
 * port is in use. A stop reports the service as not ready, and ends requests and sockets. Then it ends entry points,
 * background work and connections.
 */
export async function startService<Models, Ctx>(
  {
    name,
    config,
    log = createLog(name, config.LOG_LEVEL),
    createModels,
    natsPingMs,
    migrations,
  }: ServiceOptions<Models>,
  createParts: (core: ServiceCore<Models>) => Promise<ServiceParts<Ctx>> | ServiceParts<Ctx>,
): Promise<Running> {
  const db = await connectMongo(config.MONGO_URL, log)
  const models = createModels(db)
  await runMigrations(db, migrations, log)
  await createIndexes(db, log)
  const nats = connectNats(config.NATS_URL, name, log, {
    pingMs: natsPingMs,
    host: config.HOST,
    replicas: config.NATS_REPLICAS,
  })
  const settings = followSettings(nats)
  const { ctx, routes, entryPoints, background, attach } = await createParts({ log, db, models, nats, settings })

  const app = createApp(
    { log, secret: config.INTERNAL_TOKEN_SECRET, isReady: createReadiness(db), isUnavailable: isDatabaseUnavailable },
    ctx,
    routes,
  )
  const http = await listen(app, config)
  const attached = attach?.(http.server)

  async function stop(): Promise<void> {
    await http.beginShutdown()
    await Promise.all([http.stop(), attached?.stop()])
    await stopAll(entryPoints)
    await stopAll([...background, settings])
    await nats.drain()
    await db.close()
  }
  return { url: http.url, stop }
}

async function stopAll(parts: Stoppable[]): Promise<void> {
  await Promise.all(parts.map((part) => part.stop()))
}

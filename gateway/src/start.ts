import { setTimeout } from 'node:timers/promises'
import { listen } from '@zing/kit/http/listen'
import { subscribe } from '@zing/kit/nats/broadcast'
import { connectNats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { followSettings } from '@zing/kit/nats/settings'
import { createSecurityLog } from '@zing/kit/observability/limited-security-log'
import { createLog, type Log } from '@zing/kit/observability/logger'
import { createRateLimits } from '@zing/kit/rate-limits'
import type { Running } from '@zing/kit/run'
import { createSessionChecker } from '@zing/kit/sessions/session-checker'
import { sessionsChanged, sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { addressVariable, ROUTED_SERVICES, type RoutedService } from '@zing/proto/routes'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { admitCalls } from './overload/admission.ts'
import { createLoopDelay } from './overload/loop-delay.ts'
import { limitConnections } from './protection/connection-limit.ts'
import { UPLOAD_MS } from './protection/request-body.ts'
import { createSecurityHeaders } from './protection/security-headers.ts'
import { createApi } from './proxy/api.ts'
import { createServeCall } from './proxy/serve-call.ts'
import { createTokenSigner } from './proxy/token-signer.ts'
import { proxyUpgrades } from './proxy/upgrade.ts'
import { createUpstream, type Upstream } from './proxy/upstream.ts'
import { createSessionSockets } from './sessions/session-sockets.ts'
import { createSessionTokenReader } from './sessions/session-token.ts'

const MAX_CONNECTIONS = 20_000
const SLOW_CLIENTS_CHECK_MS = 2_000
/** A gateway that starts without NATS serves the default settings, until NATS says which there are. */
const SETTINGS_WAIT_MS = 2_000
const SESSION_RENEWAL = { everyMs: 500, usedForMs: 30_000 }

interface Overrides {
  log?: Log
}

/** Starts the gateway, the only process that clients reach. It ends cookie sessions and signs identities. */
export async function start(
  config: Config,
  { log = createLog('gateway', config.LOG_LEVEL) }: Overrides = {},
): Promise<Running> {
  const nats = connectNats(config.NATS_URL, 'gateway', log, {
    host: config.HOST,
    replicas: config.NATS_REPLICAS,
  })
  const settings = followSettings(nats)
  const sessions = createSessionChecker(
    (checked) => request(nats, getActiveSessions, { sessions: checked, withPending: true }),
    { renewal: SESSION_RENEWAL },
  )
  const sessionSockets = createSessionSockets()
  function endSessions(sids: string[] | null): void {
    sessions.revoke(sids)
    sessionSockets.end(sids)
  }
  subscribe(nats, sessionsRevoked, ({ sids }) => endSessions(sids))
  subscribe(nats, sessionsChanged, ({ sids, isPending }) => {
    sessions.outdate(sids)
    if (isPending) sessionSockets.end(sids)
  })
  const logSecurity = createSecurityLog(log)
  const rateLimits = createRateLimits({
    profile: config.RATE_PROFILE,
    redis: config,
    log,
    logSecurity,
  })
  const readSessionToken = createSessionTokenReader(config.SESSION_SECRET)
  const ctx: Ctx = {
    log,
    logSecurity,
    config,
    readSessionToken,
    sessions,
    sessionSockets,
    endSessions,
    rateLimits,
    settings,
  }

  const upstreams = Object.fromEntries(
    ROUTED_SERVICES.map((service) => {
      const addresses = config[addressVariable(service)]
      return [service, createUpstream({ service, addresses, host: config.HOST, log })]
    }),
  ) as Record<RoutedService, Upstream> // every one of them
  const tokenFor = createTokenSigner(config.INTERNAL_TOKEN_SECRET)

  const securityHeaders = createSecurityHeaders(config)
  const loopDelay = createLoopDelay()
  const app = await createApp(ctx, { upstreams, securityHeaders })
  const serveCall = createServeCall({ log, securityHeaders, api: createApi(ctx, { upstreams, tokenFor, loopDelay }) })
  const listener = admitCalls(app, { upstreams, serveCall, loopDelay, securityHeaders, log })
  await Promise.race([settings.known, setTimeout(SETTINGS_WAIT_MS, undefined, { ref: false })])
  const http = await listen(listener, config, {
    requestMs: UPLOAD_MS,
    checkMs: SLOW_CLIENTS_CHECK_MS,
    maxConnections: MAX_CONNECTIONS,
  })
  limitConnections(http.server, config)
  const upgrades = proxyUpgrades(http.server, ctx, upstreams.chat, tokenFor)

  async function stop(): Promise<void> {
    await http.beginShutdown() // lets clients move to other gateways before requests and sockets end
    await Promise.all([http.stop(), upgrades.stop()])
    for (const upstream of Object.values(upstreams)) upstream.stop()
    sessions.stop()
    loopDelay.stop()
    rateLimits.stop()
    await settings.stop()
    await nats.drain()
  }
  return { url: http.url, stop }
}

import { randomUUID } from 'node:crypto'
import { createLog } from '@zing/kit/observability/logger'
import { getUser } from '@zing/proto/http/auth'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { start } from '../../src/start.ts'
import { buildService } from './build-service.ts'
import { buildSessions } from './build-sessions.ts'
import { cookieOf, secrets } from './session-tokens.ts'
import { writeTestClient } from './write-test-client.ts'

export const ORIGIN = 'http://localhost:8080'

interface GatewayOptions {
  /** Makes the test service serve admin too, which is unreachable by default. */
  servesAdmin?: boolean
  /** A server of NATS that other gateways use too. */
  natsServer?: string
}

/** Starts a gateway in front of one test service. */
export async function setupGateway(overrides: Record<string, string> = {}, options: GatewayOptions = {}) {
  const { servesAdmin = false, natsServer } = options
  const natsUrl = natsServer ?? (await startNats()).url
  const sessions = await buildSessions(natsUrl)
  const service = await buildService(sessions.open)
  const lines: Record<string, unknown>[] = []
  const config = Config.parse({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: 0,
    STOP_DELAY_MS: 0,
    NATS_URL: natsUrl,
    ...secrets,
    AUTH_URL: service.url,
    SOCIAL_URL: service.url,
    CHAT_URL: service.url,
    ADMIN_URL: servesAdmin ? service.url : 'http://127.0.0.1:1', // unreachable
    PUBLIC_ORIGINS: ORIGIN,
    COOKIE_SECURE: 'false',
    RATE_PROFILE: 'off',
    WEB_DIST: await writeTestClient(),
    ...overrides,
  })
  const log = createLog('gateway', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const gateway = await start(config, { log })
  let stopped: Promise<void> | null = null
  function stop(): Promise<void> {
    stopped ??= gateway.stop()
    return stopped
  }
  afterTestOrFile(stop)
  await untilConnected(gateway.url)

  return {
    url: gateway.url,
    stop,
    nats: sessions.nats,
    /** The lines that the gateway has logged with this message. */
    logged: (message: string) => lines.filter(({ msg }) => msg === message),
    /** Requests and upgrades that reached the test service. */
    received: service.received,
    /** Connections below the WebSockets, as the test service has them. */
    upgraded: service.upgraded,
    /** Frames that clients have sent to the test service over WebSockets. */
    frames: service.frames,
    /** Sids that the gateway has checked with auth. */
    checkedSids: sessions.checkedSids,
    /** Roles by sid, as auth reports them. */
    roles: sessions.roles,
    /** Sids of pending users. */
    pending: sessions.pending,
    /** Ends a session without telling the gateway. */
    signOut: sessions.end,
    /** Returns the cookie of a new active session. */
    signedIn(userId: number, sid: string = randomUUID()): string {
      sessions.open(sid, userId)
      return cookieOf(userId, sid)
    },
  }
}

async function untilConnected(url: string): Promise<void> {
  const headers = { cookie: cookieOf(1, 'unknown') }
  await vi.waitFor(async () => {
    const { status } = await fetch(`${url}${getUser.path}`, { headers })
    if (status !== 401) throw new Error('the gateway is not connected to NATS yet')
  }, WAIT)
}

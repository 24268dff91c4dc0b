import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { keyOf } from '@zing/kit/env'
import { AppError } from '@zing/kit/errors'
import { createApp } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import type { Serve } from '@zing/kit/http/serve'
import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { errorCodes } from '@zing/proto/error-codes'
import {
  DEVICE_HEADER,
  ENDED_SESSIONS_HEADER,
  SESSION_AUDIENCE,
  SESSION_ENDED,
  SESSION_HEADER,
  SESSION_ISSUER,
} from '@zing/proto/headers'
import { changePassword, deleteAccount, endOtherSessions, recoverAccount } from '@zing/proto/http/account'
import * as auth from '@zing/proto/http/auth'
import { readMessages, sendMessage } from '@zing/proto/http/chat'
import { errorMessages } from '@zing/proto/http/errors'
import { listCases } from '@zing/proto/http/moderation'
import { createLoginOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import { listUsers } from '@zing/proto/http/social'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { NO_STORY } from '@zing/proto/story'
import type { User } from '@zing/proto/users'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import { writeTestClient } from './write-test-client.ts'

export const ORIGIN = 'http://localhost:8080'
const secrets = { INTERNAL_TOKEN_SECRET: `internal-${randomUUID()}`, SESSION_SECRET: `session-${randomUUID()}` }
const log = createLog('gateway-test', 'silent')

function userOf(id: number): User {
  const fields = {
    age: 30,
    gender: 'other',
    orientation: 'other',
    selfie: null,
    createdAt: new Date(0).toISOString(),
    hidden: false,
    ...NO_STORY,
  }
  return { id, name: `User ${id}`, username: `user${id}`, ...fields }
}

/**
 * Starts a gateway in front of one test service that implements a few endpoints of the real contracts; those of admin only
 * if `servesAdmin`.
 */
export async function setupGateway(overrides: Record<string, string> = {}, { servesAdmin = false } = {}) {
  const natsServer = await startNats()
  const activeSids = new Set<string>()
  const owners = new Map<string, number>()
  const roles = new Map<string, string>()
  const received: { path: string; headers: Record<string, unknown>; caller?: object; connection?: unknown }[] = []
  const lines: Record<string, unknown>[] = []
  const gatewayLog = createLog('gateway', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const checkedSids: string[] = []

  function routes(serve: Serve): void {
    serve(auth.getUser, ({ userId }, _res, req) => {
      received.push({ path: req.path, headers: req.headers, connection: req.socket })
      return userOf(userId)
    })
    serve(auth.registerUser, ({ body }, res) => {
      if (body.username === 'taken') throw new AppError(409, errorMessages.usernameTaken)
      res.set(SESSION_HEADER, tokenOf(7, 'registered'))
      return { ...userOf(7), name: `${String(body.selfie ?? '').length}` }
    })
    serve(auth.login, ({ body, userId, sid }, res, req) => {
      received.push({ path: req.path, headers: req.headers, caller: { userId, sid } })
      if (body.password !== 'correct horse') throw new AppError(401, errorMessages.wrongCredentials)
      activeSids.add('fresh')
      res.set({ [SESSION_HEADER]: tokenOf(7, 'fresh'), [DEVICE_HEADER]: 'signed.device.cookie' })
      return userOf(7)
    })
    serve(auth.logout, (_input, res) => void res.set(SESSION_HEADER, SESSION_ENDED))
    serve(changePassword, ({ body }, res, req) => {
      if (body.currentPassword !== 'correct horse') throw new AppError(403, errorMessages.wrongPassword)
      received.push({ path: req.path, headers: req.headers })
      res.set(DEVICE_HEADER, 'renewed.device.cookie')
    })
    serve(endOtherSessions, (_input, res, req) => {
      received.push({ path: req.path, headers: req.headers })
      res.set(DEVICE_HEADER, 'renewed.device.cookie')
      res.set(ENDED_SESSIONS_HEADER, 'elsewhere,unknown')
    })
    serve(deleteAccount, () => {
      throw new AppError(403, errorMessages.confirmNeeded, { code: errorCodes.confirmNeeded })
    })
    serve(recoverAccount, ({ body, userId, sid }, res, req) => {
      received.push({ path: req.path, headers: req.headers, caller: { userId, sid } })
      if (body.code !== '7K3MQ2ZD04TR91WC') throw new AppError(401, errorMessages.wrongRecoveryCode)
      activeSids.add('recovered')
      res.set({ [SESSION_HEADER]: tokenOf(7, 'recovered'), [DEVICE_HEADER]: 'signed.device.cookie' })
      return userOf(7)
    })
    serve(createLoginOptions, () => ({
      id: 'A'.repeat(22),
      options: {
        rpId: 'localhost',
        challenge: 'x',
        timeout: 1,
        allowCredentials: [],
        userVerification: 'required' as const,
      },
    }))
    serve(logInWithPasskey, ({ body, userId, sid }, res, req) => {
      received.push({ path: req.path, headers: req.headers, caller: { userId, sid } })
      if (body.passkey.id !== 'known') throw new AppError(401, errorMessages.wrongPasskey)
      activeSids.add('with-passkey')
      res.set({ [SESSION_HEADER]: tokenOf(7, 'with-passkey'), [DEVICE_HEADER]: 'signed.device.cookie' })
      return userOf(7)
    })
    serve(auth.checkUsername, () => ({ available: true as const }))
    serve(listUsers, () => [])
    serve(listCases, (caller, _res, req) => {
      received.push({ path: req.path, headers: req.headers, caller })
      return []
    })
    serve(readMessages, () => {})
    serve(sendMessage, () => new Promise<never>(() => {})) // never responds
  }
  const service = await listen(
    createApp({ log, secret: keyOf(secrets.INTERNAL_TOKEN_SECRET), isReady: () => true }, {}, [routes]),
    { PORT: 0, HOST: '127.0.0.1' },
  )
  const sockets = new WebSocketServer({ noServer: true })
  const upgraded: Socket[] = []
  const frames: string[] = []
  service.server.on('upgrade', (req, socket, head) => {
    upgraded.push(socket as Socket) // a TCP server upgrades no other streams
    received.push({ path: req.url ?? '', headers: req.headers })
    sockets.handleUpgrade(req, socket, head, (ws) =>
      ws.on('message', (data) => {
        frames.push(String(data))
        ws.send(data)
      }),
    )
  })

  const nats = connectNats(natsServer.url, 'gateway-test', log)
  await nats.connection
  serveRpc(nats, 'auth', [
    rpcHandler(getActiveSessions, async ({ sessions }) => {
      const sids = sessions.map(({ sid }) => sid)
      checkedSids.push(...sids)
      const active = sessions.filter(({ sid, userId }) => activeSids.has(sid) && (owners.get(sid) ?? userId) === userId)
      return {
        sids: active.map(({ sid }) => sid),
        roles: active.flatMap(({ sid }) => {
          const role = roles.get(sid)
          return role ? [{ sid, role }] : []
        }),
      }
    }),
  ])
  await (await nats.connection).flush()

  const gateway = await start(
    Config.parse({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: 0,
      STOP_DELAY_MS: 0,
      NATS_URL: natsServer.url,
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
    }),
    { log: gatewayLog },
  )
  const unknown = { headers: { cookie: `zing_session=${tokenOf(1, 'unknown')}` } }
  await vi.waitFor(async () => {
    const { status } = await fetch(`${gateway.url}${auth.getUser.path}`, unknown)
    if (status !== 401) throw new Error('the gateway is not connected to NATS yet')
  }, WAIT)

  let stopped: Promise<void> | null = null
  function stop(): Promise<void> {
    stopped ??= gateway.stop()
    return stopped
  }
  afterTestOrFile(async () => {
    await stop()
    for (const client of sockets.clients) client.terminate()
    await service.stop()
    await nats.drain()
  })

  return {
    url: gateway.url,
    stop,
    nats,
    /** Security events that the gateway has logged. */
    securityEvents: () => lines.filter(({ msg }) => msg === 'security event'),
    /** Requests and upgrades that reached the test service. */
    received,
    /** The connections below the WebSockets, as the test service has them. */
    upgraded,
    /** What clients have sent over WebSockets to the test service. */
    frames,
    /** Sids that the gateway has checked with auth. */
    checkedSids,
    /** Roles by sid, as auth reports them. */
    roles,
    /** Ends a session without a word to the gateway. */
    signOut: (sid: string) => activeSids.delete(sid),
    /** Returns the cookie of a new active session. */
    signedIn(userId: number, sid: string = randomUUID()): string {
      activeSids.add(sid)
      owners.set(sid, userId)
      return `zing_session=${tokenOf(userId, sid)}`
    },
  }
}

export const TOKEN_TTL_SECONDS = 600

export function tokenOf(userId: number, sid: string): string {
  return jwt.sign({ sid }, secrets.SESSION_SECRET, {
    issuer: SESSION_ISSUER,
    audience: SESSION_AUDIENCE,
    subject: String(userId),
    expiresIn: TOKEN_TTL_SECONDS,
  })
}

export { secrets }

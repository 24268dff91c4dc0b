import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { readServerFrame } from '@zing/openapi/read-server-frame'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import * as contract from '@zing/proto/http/chat'
import {
  type DeletedUser,
  getActiveSessions,
  getDeletedUserPage,
  getReplicatedProfile,
} from '@zing/proto/nats/rpc/auth'
import { getPair, getPairPage, type PairState } from '@zing/proto/nats/rpc/social'
import type { ReplicatedProfile } from '@zing/proto/users'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { serviceClient } from '@zing/testing/client'
import { createEventPublisher, createEventsHandled, recordEvents } from '@zing/testing/events'
import { type TestEnv, testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { expect, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

export const ORIGIN = 'http://localhost:8080'
export const now = () => new Date().toISOString()
const PROFILE = { name: 'Test user', age: 30, gender: 'other', orientation: 'other', selfie: null, hidden: false }

/** Starts two chat processes on one database and one NATS, with the RPC of auth and social served by the test. */
export async function setupChat(
  overrides: Partial<TestEnv> & { RATE_PROFILE?: string; VAPID_PUBLIC_KEY?: string } = {},
) {
  const env = { ...(await testEnv()), ...overrides, PUBLIC_ORIGINS: ORIGIN }
  const nats = connectNats(env.NATS_URL, 'chat-test', createLog('chat-test', 'silent'))
  let authEpoch = 0
  const pairs = new Map<string, PairState>() // what social returns
  const deletedUsers: DeletedUser[] = [] // what auth returns
  const profiles = new Map<number, Partial<ReplicatedProfile>>() // where they differ from the usual one
  const showing = new Set<number>() // users who, by auth, want to be seen online
  let pagesServed = 0
  let lastId = 0 // of the users that auth knows
  let rpcDelayMs = 0
  serveRpc(nats, 'others', [
    rpcHandler(getPair, async ({ userIds }) => {
      await pause(rpcDelayMs)
      return pairs.get(userIds.join(':')) ?? null
    }),
    rpcHandler(getPairPage, async () => {
      pagesServed += 1
      return { items: [...pairs.values()], next: null }
    }),
    rpcHandler(getReplicatedProfile, async ({ userId }) => {
      await pause(rpcDelayMs)
      return userId <= lastId
        ? { profile: { ...PROFILE, id: userId, createdAt: now(), ...profiles.get(userId) }, rev: 1, epoch: authEpoch }
        : null
    }),
    rpcHandler(getDeletedUserPage, async () => ({ items: deletedUsers, next: null })),
    rpcHandler(getActiveSessions, async ({ sessions, withShown }) => ({
      sids: sessions.map(({ sid }) => sid),
      ...(withShown && { shown: sessions.flatMap(({ sid, userId }) => (showing.has(userId) ? [sid] : [])) }),
    })),
  ])
  await (await nats.connection).flush()

  /** Starts a process that is connected to NATS, without which it responds to some calls with 503; it logs to `lines`. */
  async function startChat(configOverrides: Record<string, string> = {}, lines: string[] = []): Promise<Running> {
    const log = createLog('chat', 'info', { write: (line: string) => void lines.push(line) })
    const started = await start(Config.parse({ ...env, ...configOverrides }), { log })
    await vi.waitFor(() => expect(lines.join('')).toContain('NATS connected'), WAIT)
    return started
  }
  const chat = await startChat()
  const secondInstance = await startChat()
  // a reconciliation during the tests would end matches that are known from events only
  await vi.waitFor(() => expect(pagesServed).toBeGreaterThanOrEqual(2), WAIT)
  const events = await recordEvents(env.NATS_URL)
  const publishEvent = await createEventPublisher(env.NATS_URL)
  const eventsHandled = await createEventsHandled(env.NATS_URL, 'chat')
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterTestOrFile(async () => {
    await Promise.all([chat.stop(), secondInstance.stop()])
    await nats.drain()
    await db.close()
  })

  /** Resets the fake auth: its accounts are of this epoch. */
  function setAuthEpoch(epoch: number): void {
    authEpoch = epoch
  }

  function newUser(name = 'Test user') {
    lastId += 1
    const identity = { userId: lastId, sid: randomUUID() }
    const summary = { id: lastId, name, selfie: null }
    return { ...identity, summary, ...serviceClient(chat.url, env.INTERNAL_TOKEN_SECRET, identity) }
  }
  type TestUser = ReturnType<typeof newUser>

  /** Returns a client of the same user on another process. */
  function callOn({ url }: { url: string }, { userId, sid }: TestUser) {
    return serviceClient(url, env.INTERNAL_TOKEN_SECRET, { userId, sid })
  }

  function onSecondInstance(user: TestUser) {
    return callOn(secondInstance, user)
  }

  /** Creates two users that social returns as a match; chat has received no event of it. */
  function newMatch(): [TestUser, TestUser] {
    const [ada, ben] = [newUser('Ada'), newUser('Ben')]
    setPair(ada, ben, { matchedAt: now(), rev: 2 })
    return [ada, ben]
  }

  function setPair(a: TestUser, b: TestUser, state: Pick<PairState, 'matchedAt' | 'rev'>): void {
    const userIds: [number, number] = [a.userId, b.userId]
    pairs.set(userIds.join(':'), { userIds, epoch: 0, ...state })
  }

  /** Delays the responses of auth and social for the running test; beyond RPC_TIMEOUT_MS they are unavailable. */
  function delayRpc(delayMs: number): void {
    rpcDelayMs = delayMs
    onTestFinished(() => {
      rpcDelayMs = 0
    })
  }

  function matchEvent(a: TestUser, b: TestUser) {
    return {
      userIds: [a.userId, b.userId] as [number, number],
      people: [a.summary, b.summary] as [TestUser['summary'], TestUser['summary']],
      matchedAt: now(),
    }
  }

  /** Resolves when the socket is open, rejects with the status of an HTTP rejection. */
  async function openSocket(user: TestUser, url = chat.url, headers: Record<string, string> = { origin: ORIGIN }) {
    const authorization = `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, user)}`
    const ws = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization, ...headers } })
    const frames: ServerFrame[] = []
    let code: number | null = null
    ws.on('message', (data) => {
      const frame = readServerFrame(String(data))
      if (frame.type !== 'HEARTBEAT') frames.push(frame) // its time is random
    })
    ws.on('close', (closed) => {
      code = closed
    })
    await new Promise((resolve, reject) => {
      ws.on('open', resolve)
      ws.on('error', reject)
    })
    const send = (frame: unknown) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    const of = <T extends ServerFrame['type']>(type: T) =>
      frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type)
    return { ws, frames, send, of, code: () => code }
  }

  async function connect(user: TestUser, url = chat.url) {
    const socket = await openSocket(user, url)
    socket.send({ type: 'AUTH', userId: user.userId })
    await vi.waitFor(() => expect(socket.of('CONNECTED')).toEqual([{ type: 'CONNECTED', userId: user.userId }]), WAIT)
    return socket
  }

  function sendMessage(from: Pick<TestUser, 'call'>, to: TestUser, content: string, clientMessageId?: string) {
    const body = { receiverId: to.userId, content, ...(clientMessageId && { clientMessageId }) }
    return from.call(contract.sendMessage, { body })
  }

  /** Lists the messages as `reader` sees them, up to 100 by default. */
  async function listMessages(
    reader: Pick<TestUser, 'call'>,
    partner: TestUser,
    query: Record<string, number> = { limit: 100 },
  ) {
    return (await reader.call(contract.listMessages, { params: { id: partner.userId }, query })).body
  }

  return {
    env,
    chat,
    secondInstance,
    startChat,
    nats,
    events,
    publishEvent,
    eventsHandled,
    db,
    deletedUsers,
    profiles,
    showing,
    newUser,
    setAuthEpoch,
    callOn,
    onSecondInstance,
    newMatch,
    setPair,
    delayRpc,
    matchEvent,
    openSocket,
    connect,
    sendMessage,
    listMessages,
  }
}

export type TestUser = ReturnType<Awaited<ReturnType<typeof setupChat>>['newUser']>

/** The notification of a like, as social publishes it. */
export function likeOf({ userId, summary }: TestUser, liked: Pick<TestUser, 'userId'>) {
  const payload = { userId, name: summary.name, selfie: summary.selfie }
  const notification = { id: userId, type: 'LIKE' as const, payload, createdAt: now(), readAt: null }
  return { userId: liked.userId, notification, unread: 1 }
}

/** Returns the id of the conversation of two users. */
export function conversationOf(a: TestUser, b: TestUser): string {
  return `${Math.min(a.userId, b.userId)}:${Math.max(a.userId, b.userId)}`
}

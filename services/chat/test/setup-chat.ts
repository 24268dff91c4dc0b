import { randomUUID } from 'node:crypto'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import { readServerFrame } from '@zing/openapi/read-server-frame'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import * as contract from '@zing/proto/http/chat'
import { getLiveSessions, getPair, getPairPage } from '@zing/proto/nats/rpc'
import { serviceClient } from '@zing/testing/client'
import { createEventPublisher, recordEvents } from '@zing/testing/events'
import { type TestEnv, testEnv } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { afterAll, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

export const ORIGIN = 'http://localhost:8080'
/** Bounds of what happens soon. */
export const soon = { timeout: 10_000, interval: 20 }
export const now = () => new Date().toISOString()

interface PairState {
  userIds: [number, number]
  matchedAt: string | null
  rev: number
  epoch: number
}

/** Two chat processes on one database and one broker, with auth and social played by the test. Ended with the file. */
export async function setupChat(overrides: Partial<TestEnv> = {}) {
  const env = { ...(await testEnv()), ...overrides, PUBLIC_ORIGINS: ORIGIN }
  const nats = connectNats(env.NATS_URL, 'chat-test', createLog('chat-test', 'silent'))
  const pairs = new Map<string, PairState>() // social's truth
  const revoked = new Set<string>() // auth's
  const broker = await nats.connection
  serveRpc(nats, 'others', [
    rpcHandler(getPair, async ({ userIds }) => pairs.get(userIds.join(':')) ?? null),
    rpcHandler(getPairPage, async () => ({ items: [...pairs.values()], next: null })),
    rpcHandler(getLiveSessions, async ({ sessions }) => ({
      sids: sessions.map(({ sid }) => sid).filter((sid) => !revoked.has(sid)),
    })),
  ])
  await broker.flush()

  const startChat = (more: Record<string, string> = {}) => start(Config.parse({ ...env, ...more }))
  const chat = await startChat()
  const second = await startChat()
  const facts = await recordEvents(env.NATS_URL)
  const announce = await createEventPublisher(env.NATS_URL)
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterAll(async () => {
    await Promise.all([chat.stop(), second.stop()])
    await nats.drain()
    await db.close()
  })

  let lastId = 0
  function newPerson(name = 'Somebody') {
    lastId += 1
    const identity = { userId: lastId, sid: randomUUID() }
    const card = { id: lastId, name, selfie: null }
    return { ...identity, card, ...serviceClient(chat.url, env.INTERNAL_TOKEN_SECRET, identity) }
  }
  type Person = ReturnType<typeof newPerson>

  /** The same person, served by the other process. */
  function elsewhere({ userId, sid }: Person) {
    return serviceClient(second.url, env.INTERNAL_TOKEN_SECRET, { userId, sid })
  }

  /** Two people whom social knows to be a match; chat has not heard of it. */
  function newMatch(): [Person, Person] {
    const [ada, ben] = [newPerson('Ada'), newPerson('Ben')]
    setPair(ada, ben, { matchedAt: now(), rev: 2 })
    return [ada, ben]
  }

  function setPair(a: Person, b: Person, state: Pick<PairState, 'matchedAt' | 'rev'>): void {
    const userIds: [number, number] = [a.userId, b.userId]
    pairs.set(userIds.join(':'), { userIds, epoch: 0, ...state })
  }

  function matched(a: Person, b: Person) {
    return {
      userIds: [a.userId, b.userId] as [number, number],
      people: [a.card, b.card] as [Person['card'], Person['card']],
      matchedAt: now(),
    }
  }

  /** Resolves when the socket is open, rejects with the status of a refusal. */
  async function openSocket(person: Person, url = chat.url, headers: Record<string, string> = { origin: ORIGIN }) {
    const authorization = `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, person)}`
    const ws = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization, ...headers } })
    const frames: ServerFrame[] = []
    let code: number | null = null
    ws.on('message', (data) => {
      const frame = readServerFrame(String(data))
      if (frame.type !== 'HEARTBEAT') frames.push(frame) // it comes when it likes
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

  async function connect(person: Person, url = chat.url) {
    const socket = await openSocket(person, url)
    socket.send({ type: 'AUTH', userId: person.userId })
    await vi.waitFor(() => expect(socket.of('CONNECTED')).toEqual([{ type: 'CONNECTED', userId: person.userId }]), soon)
    return socket
  }

  function say(from: Pick<Person, 'call'>, to: Person, content: string, clientMessageId?: string) {
    const body = { receiverId: to.userId, content, ...(clientMessageId && { clientMessageId }) }
    return from.call(contract.sendMessage, { body })
  }

  /** Pages of up to 100, as `reader` sees the conversation. */
  async function readFrom(
    reader: Pick<Person, 'call'>,
    partner: Person,
    query: Record<string, number> = { limit: 100 },
  ) {
    return (await reader.call(contract.listMessages, { params: { id: partner.userId }, query })).body
  }

  return {
    env,
    chat,
    second,
    startChat,
    nats,
    facts,
    announce,
    db,
    pairs,
    revoked,
    newPerson,
    elsewhere,
    newMatch,
    setPair,
    matched,
    openSocket,
    connect,
    say,
    readFrom,
  }
}

export type ChatHarness = Awaited<ReturnType<typeof setupChat>>
export type Person = ReturnType<ChatHarness['newPerson']>

/** The id of the conversation of two people. */
export function conversationOf(a: Person, b: Person): string {
  return `${Math.min(a.userId, b.userId)}:${Math.max(a.userId, b.userId)}`
}

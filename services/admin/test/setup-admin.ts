import { randomInt, randomUUID } from 'node:crypto'
import { connectNats } from '@zing/kit/nats/connection'
import { type RpcHandler, serveRpc } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import * as contract from '@zing/proto/http/admin'
import { serviceClient } from '@zing/testing/client'
import { type TestEnv, testEnv } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { afterAll } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

export const PIN = '4711'
export const WRONG = '0042'
/** For `vi.waitFor`: what is told through the broker, or tried again, arrives within this. */
export const soon = { timeout: 10_000, interval: 20 }

interface StoredPin {
  _id: string
  burnt: { id: string; userId: number }[]
  refillAt: Date
}

interface StoredReset {
  _id: string
  epoch: number
  waitingFor: string[]
  startedAt: Date
}

/** The real service on servers of this file alone, and ways to be the services around it. */
export async function startAdmin(overrides: Partial<TestEnv> & Record<string, unknown> = {}) {
  const env = { ...(await testEnv()), ADMIN_PIN: PIN, ...overrides }
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterAll(() => db.close())

  /** One more process on the same database. */
  async function startProcess(more: Record<string, unknown> = {}) {
    const admin = await start(Config.parse({ ...env, ...more }))
    afterAll(() => admin.stop())
    return { ...admin, join: (userId = randomInt(1, 1_000_000)) => joinAt(admin.url, userId) }
  }

  /** Somebody signed in, with a session of their own. */
  function joinAt(url: string, userId: number) {
    const identity = { userId, sid: randomUUID() }
    const { call } = serviceClient(url, env.INTERNAL_TOKEN_SECRET, identity)
    return {
      ...identity,
      call,
      verify: (pin?: unknown) => call(contract.verifyPin, { body: { pin } }),
      stats: () => call(contract.getStats),
      reset: (pin?: unknown) => call(contract.resetAll, { body: { pin } }),
    }
  }

  /** Stands in for services that answer these questions, until it is stopped. */
  async function answerAs(service: string, handlers: RpcHandler[]) {
    const nats = connectNats(env.NATS_URL, service, createLog(service, 'silent'))
    serveRpc(nats, service, handlers)
    await (await nats.connection).flush() // the broker knows of the subscriptions
    afterAll(() => nats.drain())
    return nats
  }

  const first = await startProcess()
  return {
    env,
    join: first.join,
    startProcess,
    answerAs,
    pins: db.collection<StoredPin>('pin'),
    grants: db.collection<{ _id: string; expiresAt: Date }>('grants'),
    resets: db.collection<StoredReset>('resets'),
  }
}

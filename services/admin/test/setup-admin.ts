import { randomInt, randomUUID } from 'node:crypto'
import { connectNats } from '@zing/kit/nats/connection'
import { type RpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import type { Role } from '@zing/proto/accounts/roles'
import * as contract from '@zing/proto/http/staff/admin'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { serviceClient } from '@zing/testing/client'
import { type TestEnv, testEnv } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import type { Times } from '../src/times.ts'

export const PIN = '4711'
export const WRONG = '0042'
/** Options of `vi.waitFor` for effects that arrive through NATS or after a retry. */

interface StoredPin {
  _id: string
  used: { id: string; userId: number }[]
  refillAt: Date
}

interface StoredReset {
  _id: string
  epoch: number
  waitingFor: string[]
  startedAt: Date
}

/** Starts the real service on its own servers; `serveRpcAs` fakes the services around it. */
export async function setupAdmin(overrides: Partial<TestEnv> & Record<string, unknown> = {}, times: Times = {}) {
  const env = { ...(await testEnv()), ADMIN_PIN: PIN, ...overrides }
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterTestOrFile(() => db.close())

  /** Starts another instance on the same database. */
  async function startInstance(more: Record<string, unknown> = {}) {
    const admin = await start(Config.parse({ ...env, ...more }), { times })
    afterTestOrFile(() => admin.stop())
    return {
      ...admin,
      newUser: (userId = randomInt(1, 1_000_000), role?: Role) => signedInClient(admin.url, userId, role),
    }
  }

  function signedInClient(url: string, userId: number, role?: Role) {
    const identity = { userId, sid: randomUUID() }
    const { call } = serviceClient(url, env.INTERNAL_TOKEN_SECRET, { ...identity, ...(role && { role }) })
    return {
      ...identity,
      call,
      verify: (pin?: unknown) => call(contract.verifyPin, { body: { pin } }),
      stats: () => call(contract.getStats),
      reset: (pin?: unknown) => call(contract.resetAll, { body: { pin } }),
    }
  }

  /** Serves the RPCs of another service. */
  async function serveRpcAs(service: string, handlers: RpcHandler[]) {
    const nats = connectNats(env.NATS_URL, service, createLog(service, 'silent'))
    serveRpc(nats, service, handlers)
    await (await nats.connection).flush() // the subscriptions are active
    afterTestOrFile(() => nats.drain())
    return nats
  }

  const first = await startInstance()
  return {
    env,
    db,
    url: first.url,
    newUser: first.newUser,
    startInstance,
    stop: first.stop,
    serveRpcAs,
    pins: db.collection<StoredPin>('pin'),
    adminSessions: db.collection<{ _id: string; expiresAt: Date }>('admin_sessions'),
    resets: db.collection<StoredReset>('resets'),
  }
}

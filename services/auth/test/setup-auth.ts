import { randomBytes } from 'node:crypto'
import { type Identity, signInternalToken } from '@zing/kit/http/internal-token'
import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { serviceClient } from '@zing/testing/client'
import { createEventPublisher, recordEvents } from '@zing/testing/events'
import { type TestEnv, testEnv } from '@zing/testing/servers'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import { afterAll, expect } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

export const PASSWORD = 'correct horse'
/** For `vi.waitFor`: what is told through the broker arrives within this. */
export const soon = { timeout: 10_000, interval: 20 }

export function detailsOf(more: Record<string, unknown> = {}) {
  const username = `Ada.${randomBytes(4).toString('hex')}`
  return { name: 'Ada', age: 30, gender: 'female', orientation: 'gay', username, password: PASSWORD, ...more }
}

/** The real service on servers of this file alone, with what a test needs to come in by every door. */
export async function startAuth(overrides: Partial<TestEnv> & Record<string, unknown> = {}) {
  const env = { ...(await testEnv()), ...overrides }
  const auth = await start(Config.parse(env))
  const nats = connectNats(env.NATS_URL, 'auth-test', createLog('auth-test', 'silent'))
  await nats.connection
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterAll(() => Promise.all([auth.stop(), nats.drain(), db.close()]))

  const clientOf = (identity: Identity | null) => serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, identity)
  const visitor = clientOf(null)

  /** Registers somebody; returns them signed in. */
  async function join(more: Record<string, unknown> = {}) {
    const details = detailsOf(more)
    const { status, body: user, headers } = await visitor.call(contract.registerUser, { body: details })
    expect([status, user.message]).toEqual([201, undefined])
    const token = headers.get(SESSION_HEADER) ?? ''
    const { sid } = jwt.decode(token) as { sid: string } // the answer of a registration carries one
    const identity = { userId: user.id, sid }
    return { ...clientOf(identity), identity, user, sid, token, details }
  }

  /** As the gateway would, but with the whole answer: bytes and headers. */
  function fetchAs(identity: Identity | null, path: string | null, headers = {}) {
    const token = signInternalToken(env.INTERNAL_TOKEN_SECRET, identity)
    return fetch(`${auth.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
  }

  return {
    env,
    nats,
    /** What the service has stored. */
    db,
    facts: await recordEvents(env.NATS_URL),
    announce: await createEventPublisher(env.NATS_URL),
    clientOf,
    visitor,
    join,
    fetchAs,
    logIn: (username: string, password = PASSWORD) => visitor.call(contract.login, { body: { username, password } }),
  }
}

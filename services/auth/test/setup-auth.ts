import { randomBytes, randomInt } from 'node:crypto'
import { type Identity, signInternalToken } from '@zing/kit/http/internal-token'
import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { DEVICE_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { serviceClient } from '@zing/testing/client'
import { createEventPublisher, createEventsHandled, recordEvents } from '@zing/testing/events'
import { ensureTargeted } from '@zing/testing/mongo/ensure-targeted'
import { type TestEnv, testEnv } from '@zing/testing/servers'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import { expect } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

export const PASSWORD = 'correct horse'
export const ORIGIN = 'https://zing.example.org'

const REGISTER_ATTEMPTS = 3
const HIGHEST_START = 1_000_000_000

export function newDetails(more: Record<string, unknown> = {}) {
  const username = `Ada.${randomBytes(4).toString('hex')}`
  return { name: 'Ada', age: 30, gender: 'female', orientation: 'gay', username, password: PASSWORD, ...more }
}

/** The files share a Redis, which counts failed attempts by user: the same ids would share the failures. */
async function startIdsAnywhere(db: mongoose.Connection): Promise<void> {
  const counters = db.collection<{ _id: string; last: number }>('counters')
  await counters.updateOne({ _id: 'users' }, { $setOnInsert: { last: randomInt(HIGHEST_START) } }, { upsert: true })
}

/** Starts the real service on its own servers, with clients for HTTP, NATS and the database. */
export async function setupAuth(
  overrides: Partial<TestEnv> & Record<string, unknown> = {},
  parts: Parameters<typeof start>[1] = {},
) {
  const env = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN, ...overrides }
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  await startIdsAnywhere(db)
  const auth = await start(Config.parse(env), parts)
  ensureTargeted(env.MONGO_URL)
  const nats = connectNats(env.NATS_URL, 'auth-test', createLog('auth-test', 'silent'))
  await nats.connection
  afterTestOrFile(() => Promise.all([auth.stop(), nats.drain(), db.close()]))

  const clientOf = (identity: Identity | null) => serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, identity)
  const anonymous = clientOf(null)

  /**
   * Registers as a client does. Retries with another name if the database is unavailable for a moment, as on a slow
   * machine.
   */
  async function register(more: Record<string, unknown>) {
    for (let attempt = 1; ; attempt++) {
      const details = newDetails(more)
      const response = await anonymous.call(contract.registerUser, { body: details })
      if (response.status !== 503 || attempt === REGISTER_ATTEMPTS) return { details, ...response }
    }
  }

  /** Registers a user and returns a signed-in client, whose sign-up was more than LOGIN_CONFIRMS_MS ago. */
  async function newUser(more: Record<string, unknown> = {}) {
    const { details, status, body: user, headers } = await register(more)
    expect([status, user.message]).toEqual([201, undefined])
    const token = headers.get(SESSION_HEADER) ?? ''
    const { sid } = jwt.decode(token) as { sid: string } // a registration response carries a token
    await db.collection<{ _id: string }>('sessions').updateOne({ _id: sid }, { $unset: { confirmedUntil: 1 } })
    const identity = { userId: user.id, sid }
    const deviceCookie = headers.get(DEVICE_HEADER) ?? ''
    return { ...clientOf(identity), identity, user, sid, token, deviceCookie, details }
  }

  /** Sends the request as the gateway does and returns the raw response. */
  function fetchAs(
    identity: Identity | null,
    path: string | null,
    headers = {},
    method = 'GET',
    signal: AbortSignal | null = null,
  ) {
    const token = signInternalToken(env.INTERNAL_TOKEN_SECRET, identity)
    return fetch(`${auth.url}${path}`, { method, headers: { authorization: `Bearer ${token}`, ...headers }, signal })
  }

  return {
    env,
    url: auth.url,
    nats,
    db,
    events: await recordEvents(env.NATS_URL),
    publishEvent: await createEventPublisher(env.NATS_URL),
    eventsHandled: await createEventsHandled(env.NATS_URL, 'auth'),
    clientOf,
    anonymous,
    newUser,
    fetchAs,
    logIn: (username: string, password = PASSWORD) => anonymous.call(contract.login, { body: { username, password } }),
  }
}

import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { createEventPublisher, createEventsHandled, recordEvents } from '@zing/testing/events'
import { ensureTargeted } from '@zing/testing/mongo/ensure-targeted'
import type { TestS3 } from '@zing/testing/s3'
import { type TestEnv, testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { expect, vi } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import type { Times } from '../src/times.ts'
import { serveOthers } from './fake-others.ts'
import { createTestSockets, ORIGIN } from './test-sockets.ts'
import { createTestUsers } from './test-users.ts'

type Overrides = Partial<TestEnv> &
  Partial<TestS3['env']> & { RATE_PROFILE?: string; VAPID_PUBLIC_KEY?: string; NATS_REPLICAS?: string }

/** Starts two chat processes on one database and one NATS. The test serves the RPCs of auth and social. */
export async function setupChat(overrides: Overrides = {}, times: Times = {}) {
  const env = { ...(await testEnv()), ...overrides, PUBLIC_ORIGINS: ORIGIN }
  const tokenSecret = env.INTERNAL_TOKEN_SECRET
  const nats = connectNats(env.NATS_URL, 'chat-test', createLog('chat-test', 'silent'))
  const others = await serveOthers(nats)

  /** Starts a process that logs to `lines`, and waits until it is connected to NATS, which some calls need. */
  async function startChat(configOverrides: Record<string, string> = {}, lines: string[] = []): Promise<Running> {
    const log = createLog('chat', 'info', { write: (line: string) => void lines.push(line) })
    const started = await start(Config.parse({ ...env, ...configOverrides }), { log, times })
    await vi.waitFor(() => expect(lines.join('')).toContain('NATS connected'), WAIT)
    return started
  }
  const chat = await startChat()
  const secondInstance = await startChat()
  // a reconciliation during the tests would end matches that only events have told of
  await vi.waitFor(() => expect(others.pagesServed()).toBeGreaterThanOrEqual(2), WAIT)
  ensureTargeted(env.MONGO_URL)
  const events = await recordEvents(env.NATS_URL)
  const publishEvent = await createEventPublisher(env.NATS_URL)
  const eventsHandled = await createEventsHandled(env.NATS_URL, 'chat')
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  afterTestOrFile(async () => {
    await Promise.all([chat.stop(), secondInstance.stop()])
    await nats.drain()
    await db.close()
  })

  return {
    ...{ env, chat, secondInstance, startChat, nats, events, publishEvent, eventsHandled, db },
    ...others,
    ...createTestUsers(others, { chat, secondInstance, tokenSecret }),
    ...createTestSockets(chat, tokenSecret),
  }
}

import { randomUUID } from 'node:crypto'
import { connectNats } from '@zing/kit/nats/connection'
import { serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { likeUser } from '@zing/proto/http/social'
import { userUpdated } from '@zing/proto/nats/events'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { afterTestOrFile } from '@zing/testing/after-test-or-file'
import { serviceClient } from '@zing/testing/client'
import { createEventPublisher, createEventsHandled, recordEvents } from '@zing/testing/events'
import { ensureTargeted } from '@zing/testing/mongo/ensure-targeted'
import { testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { expect, vi } from 'vitest'
import { Config } from '../src/config.ts'
import type { SharedReads } from '../src/context.ts'
import { createModels, type Models } from '../src/models/models.ts'
import { createSharedReads } from '../src/shared-reads.ts'
import { start } from '../src/start.ts'
import type { Times } from '../src/times.ts'
import { createFakeServices } from './fake-services.ts'

/** Starts the real service on its own servers. A fake auth and chat serve their RPCs over NATS. */
export async function setupSocial(overrides: Record<string, string> = {}, times: Times = {}) {
  const env = { ...(await testEnv()), ...overrides }
  const config = Config.parse(env)
  const errors: string[] = []
  const log = createLog('social', 'error', { write: (line) => void errors.push(line) })
  const social = await start(config, { log, times })
  ensureTargeted(env.MONGO_URL)
  const events = await recordEvents(env.NATS_URL)
  const publishEvent = await createEventPublisher(env.NATS_URL)
  const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
  const models = createModels(db)
  const nats = connectNats(env.NATS_URL, 'social-test', createLog('social-test', 'silent'))

  const others = createFakeServices()
  await nats.connection
  serveRpc(nats, 'others', others.handlers)
  await (await nats.connection).flush()
  await hasReconciled(0)
  afterTestOrFile(async () => {
    await social.stop()
    await nats.drain()
    await db.close()
    expect(errors).toEqual([]) // a test that expects an error removes it
  })

  /** A reconciliation during the tests would remove profiles and blocks that only events announced. */
  async function hasReconciled(served: number): Promise<void> {
    await vi.waitFor(() => expect(others.blockPagesServed()).toBeGreaterThan(served), WAIT)
  }

  /** Starts another process on the same database and NATS. */
  async function startAnother() {
    const served = others.blockPagesServed()
    const another = await start(config)
    afterTestOrFile(() => another.stop())
    await hasReconciled(served)
    return another
  }

  let lastId = 0
  /** Creates an account in the fake auth, and returns a signed-in client. Social has not replicated the account yet. */
  function newUser(more: Partial<ReplicatedProfile> = {}, url = social.url) {
    lastId += 1
    const id = more.id ?? lastId
    const profile = others.addAccount(id, more)
    const sid = randomUUID()
    const client = serviceClient(url, env.INTERNAL_TOKEN_SECRET, { userId: id, sid })
    const summary = { id, name: profile.name, selfie: profile.selfie }
    const like = (other: { id: number }) => client.call(likeUser, { body: { likedId: other.id } })
    const { hidden: _, suspendedUntil: _until, isReported: _reported, ...publicProfile } = profile
    return { id, sid, profile, publicProfile, summary, like, ...client }
  }

  /** Changes an account in the fake auth, which announces it as auth does: an event has no place. */
  async function updateAccount(profile: ReplicatedProfile, rev: number): Promise<void> {
    others.accounts.set(profile.id, { profile, rev, epoch: 0 })
    const { place, ...announced } = profile
    await publishEvent(userUpdated, { profile: { ...announced, ...(place && { hasPlace: true }) } }, { rev })
  }

  async function match() {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })] as const
    await ada.like(ben)
    expect((await ben.like(ada)).body.isMatch).toBe(true)
    return [ada, ben] as const
  }

  async function outboxesEmpty(): Promise<void> {
    const hasEvents = { 'outbox.0': { $exists: true } }
    await vi.waitFor(async () => {
      expect(await models.Pair.countDocuments(hasEvents)).toBe(0)
      expect(await models.Notification.countDocuments(hasEvents)).toBe(0)
    }, WAIT)
  }

  const consumed = await createEventsHandled(env.NATS_URL, 'social')
  /** Waits until all published events are handled, including events that their handlers publish. */
  async function eventsHandled(): Promise<void> {
    await outboxesEmpty()
    await consumed()
    await outboxesEmpty()
  }

  return {
    env,
    config,
    social,
    errors,
    events,
    publishEvent,
    models,
    nats,
    ...others,
    newUser,
    updateAccount,
    match,
    eventsHandled,
    startAnother,
  }
}

/** Reads of another process, or of a part of one. */
export function readsOf(models: Models): SharedReads {
  return createSharedReads({ models, epoch: { current: () => 0, raise: async () => {} } })
}

export type TestUser = ReturnType<Awaited<ReturnType<typeof setupSocial>>['newUser']>

import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { getUser } from '@zing/proto/http/auth'
import { EVENTS_STREAM, sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { getModerationPage, type ModerationItem } from '@zing/proto/nats/rpc/admin'
import { deleteUser } from '@zing/proto/nats/rpc/auth'
import { connectForTest } from '@zing/testing/events'
import { request } from '@zing/testing/request'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Config } from '../../src/config.ts'
import { start } from '../../src/start.ts'
import { photo, versionOf } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const natsServer = await startNats() // a separate server, since the test deletes its stream
const { env, nats, db, newUser, logIn, publishEvent, eventsHandled } = await setupAuth({ NATS_URL: natsServer.url })
type User = Awaited<ReturnType<typeof newUser>>

/** The decisions that the fake admin serves: one item per page, then an empty page. */
const decided: ModerationItem[] = []
let readings = 0 // how often a process has handled all items
serveRpc(nats, 'admin', [
  rpcHandler(getModerationPage, async ({ after }) => {
    const index = Number(after)
    const isEnd = index >= decided.length
    if (isEnd) readings += 1
    return { items: decided.slice(index, index + 1), next: isEnd ? null : String(index + 1) }
  }),
])
await (await nats.connection).flush()
await readAfter(0) // the process of this file
const manager = await (await connectForTest(natsServer.url)).jetstreamManager()

beforeEach(() => {
  decided.length = 0
})

let decisions = 0
const startedAt = Date.now()
const atSecond = (second: number) => new Date(startedAt + second * 1_000).toISOString()
/** A decision about a user, with the fields of its events. */
function newDecision({ user }: User, action: 'ban' | 'suspend' | 'remove-text' | 'uphold' = 'ban') {
  decisions += 1
  const field = action === 'remove-text' ? ('bio' as const) : null
  return { userId: user.id, decisionId: decisions, action, reason: 'threats' as const, text: null, field }
}
const taken = (decision: ReturnType<typeof newDecision>, second: number, more: object = {}): ModerationItem => ({
  ...{ type: 'imposed', ...decision, until: null, at: atSecond(second), epoch: 0 },
  ...more,
})
const lifted = (decision: ReturnType<typeof newDecision>, second: number): ModerationItem => ({
  ...{ type: 'lifted', ...decision, at: atSecond(second), epoch: 0 },
})

function readAfter(before: number): Promise<void> {
  return vi.waitFor(() => expect(readings).toBeGreaterThan(before), WAIT)
}

/** Starts another process and returns when it has handled all items. */
async function readByNewProcess(): Promise<void> {
  const before = readings
  const another = await start(Config.parse(env))
  await readAfter(before)
  await another.stop()
}

const suspensionOf = async ({ user }: User) => {
  const { status, body } = await logIn(user.username)
  return status === 200 ? null : body.suspension
}
const revOf = async ({ user }: User) =>
  (await db.collection<{ _id: number; rev: number }>('users').findOne({ _id: user.id }))?.rev

describe('a process that starts', () => {
  test('learns of a missed ban and its missed end; known decisions change nothing', async () => {
    const ada = await newUser()
    const ban = newDecision(ada)
    decided.push(taken(ban, 0))
    await readByNewProcess()
    expect(await suspensionOf(ada)).toMatchObject({ until: null })
    const rev = await revOf(ada)
    await readByNewProcess()
    expect(await revOf(ada)).toBe(rev)

    decided.splice(0, 1, lifted(ban, 1))
    await readByNewProcess()
    expect(await suspensionOf(ada)).toBeNull()
  })

  test('learns of photos that a missed decision has cleared', async () => {
    const ada = await newUser({ selfie: await photo() })
    const version = versionOf(ada.user.selfie)
    const veils = [{ version, nakedness: 0.9, isReported: true, isCleared: false }]
    await db.collection<{ _id: number }>('users').updateOne({ _id: ada.user.id }, { $set: { veils } })
    const isVeiled = async () => (await ada.call(getUser)).body.photos[0]?.isVeiled ?? false
    const closed = { type: 'case' as const, userId: ada.user.id, caseId: 1, rev: 3, isOpen: false, epoch: 0 }
    decided.push({ ...closed, clearedPhotos: [version + 1] })
    await readByNewProcess()
    expect(await isVeiled()).toBe(true)
    decided.splice(0, 1, { ...closed, clearedPhotos: [version] })
    await readByNewProcess()
    expect(await isVeiled()).toBe(false)
  })

  test('learns of a missed appeal and its answer', async () => {
    const ada = await newUser()
    const ban = newDecision(ada)
    const appealed: ModerationItem = {
      ...{ type: 'appealed', userId: ada.user.id, decisionId: ban.decisionId, at: atSecond(1), epoch: 0 },
    }
    decided.push(taken(ban, 0), appealed)
    await readByNewProcess()
    expect((await suspensionOf(ada))?.appeal).toMatchObject({ status: 'open' })

    decided.push(taken({ ...newDecision(ada, 'uphold'), text: null }, 2, { appealedId: ban.decisionId }))
    await readByNewProcess()
    expect((await suspensionOf(ada))?.appeal).toMatchObject({ status: 'refused' })
  })

  test('ignores a page that is older than an event', async () => {
    const ada = await newUser()
    const ban = newDecision(ada)
    await publishEvent(sanctionImposed, { ...ban, until: null }, { at: atSecond(0) })
    await publishEvent(sanctionLifted, ban, { at: atSecond(1) })
    await eventsHandled()
    decided.push(taken(ban, 0))
    await readByNewProcess()
    expect(await suspensionOf(ada)).toBeNull()
  })

  test('recognises decisions by their suspension if the account no longer notes them', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const [ban, missed] = [newDecision(ada), newDecision(ben)]
    await publishEvent(sanctionImposed, { ...ban, until: null }, { at: atSecond(0) })
    await eventsHandled()
    for (const { user } of [ada, ben])
      await db.collection<{ _id: number }>('users').updateOne({ _id: user.id }, { $set: { handledDecisions: [] } })
    const rev = await revOf(ada)
    decided.push(taken(ban, 0), lifted(missed, 1))
    await readByNewProcess()
    expect([await revOf(ada), await revOf(ben)]).toEqual([rev, 1])
  })

  test('learns which cases are open', async () => {
    const ada = await newUser()
    const caseOf = async () =>
      (await db.collection<{ _id: number; cases?: object[] }>('users').findOne({ _id: ada.user.id }))?.cases ?? []
    const open: ModerationItem = { type: 'case', userId: ada.user.id, caseId: 5, rev: 3, isOpen: true, epoch: 0 }
    decided.push(open)
    await readByNewProcess()
    expect(await caseOf()).toEqual([{ caseId: 5, rev: 3, isOpen: true }])
    decided.splice(0, 1, { ...open, rev: 4 }, { ...open, caseId: 4, isOpen: false })
    await readByNewProcess()
    expect(await caseOf()).toEqual([{ caseId: 5, rev: 3, isOpen: true }]) // the account knows this state
    decided.splice(0, 2, { ...open, rev: 5, isOpen: false })
    await readByNewProcess()
    expect(await caseOf()).toEqual([{ caseId: 5, rev: 5, isOpen: false }])
  })

  test('ignores deleted users, and pages from before its own reset', async () => {
    const ada = await newUser()
    decided.push({ ...taken(newDecision(ada), 0), userId: 999_999 }, { ...taken(newDecision(ada), 0), epoch: -1 })
    await readByNewProcess()
    expect(await suspensionOf(ada)).toBeNull()
  })
})

test('a missed ban of a deleted account leaves a record, which a missed lift deletes', async () => {
  const ada = await newUser()
  await request(nats, deleteUser, { userId: ada.user.id })
  const ban = newDecision(ada)
  const recognition = { usernameHash: 'n', photoHashes: ['00ff00ff00ff00ff'] }
  const records = () => db.collection<{ _id: number }>('banRecords').findOne({ _id: ban.decisionId })
  decided.push(taken(ban, 0, { recognition }))
  await readByNewProcess()
  expect(await records()).toMatchObject({ bannedUserId: ada.user.id, ...recognition })
  decided[0] = lifted(ban, 1)
  await readByNewProcess()
  expect(await records()).toBeNull()
})

// last, since nats-server may be at the deletion still while a later test publishes
test("INV-7 when a ban's event is lost with the stream, auth still bans the user", async () => {
  const ada = await newUser()
  const before = readings
  decided.push(taken(newDecision(ada), 0))
  await manager.streams.delete(EVENTS_STREAM)
  await readAfter(before)
  expect((await logIn(ada.user.username)).body).toMatchObject({
    message: errors.banned.message,
    suspension: { reason: 'threats', appeal: null },
  })
})

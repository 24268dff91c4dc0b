import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { createAppeal } from '@zing/proto/http/reports'
import { decideInvited, getInvited } from '@zing/proto/http/staff/applications'
import { getCase, listCases, undoDecision } from '@zing/proto/http/staff/moderation'
import { sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { getExportedDecisions, getModerationPage } from '@zing/proto/nats/rpc/admin'
import * as rpc from '@zing/proto/nats/rpc/applications'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import type { FakeUser } from './moderation-world.ts'
import { setupModeration } from './setup-moderation.ts'

const admin = await setupModeration()
const { newUser, auditEntries, events } = admin
const moderator = newUser({ role: 'moderator' })

const inviterOf = new Map<number, number>()
const waiting = new Set<number>()
const endedOf: number[] = []

/** Does what auth does, but knows no sanctions, whose events have not arrived yet. */
function branchOf(rootId: number, decision?: 'suspend' | 'review') {
  const found: { userId: number; depth: number; byId: number }[] = []
  let level = [rootId]
  for (let depth = 1; level.length > 0; depth++) {
    const next = [...inviterOf].filter(([, byId]) => level.includes(byId)).map(([userId]) => userId)
    found.push(...next.map((userId) => ({ userId, depth, byId: inviterOf.get(userId) ?? 0 })))
    level = next
  }
  return found.filter(({ userId }) => decision !== 'review' || !waiting.has(userId))
}

await admin.serveRpcAs('auth-branch', [
  rpcHandler(rpc.getInvitedBranch, async ({ userId, for: decision }) => {
    if (!admin.users.has(userId)) return null
    const invited = branchOf(userId, decision).map((one) => {
      const { role } = admin.users.get(one.userId) ?? {}
      const status = waiting.has(one.userId) ? ('pending' as const) : ('active' as const)
      return { ...one, status, joinedAt: new Date(0).toISOString(), ...(role && { role }) }
    })
    return { inviterId: inviterOf.get(userId) ?? null, invited, isCut: false }
  }),
  rpcHandler(rpc.endInvitations, async ({ userIds }) => {
    endedOf.push(...userIds)
    return {}
  }),
  rpcHandler(rpc.reviewUsers, async ({ userIds }) => {
    const fresh = userIds.filter((id) => !waiting.has(id))
    for (const id of fresh) waiting.add(id)
    return { changed: fresh.length }
  }),
])

/** ann - ben - (cat, a moderator - dan) */
function buildTree() {
  const invitedBy = (byId: number, more: Partial<FakeUser> = {}) => {
    const user = newUser(more)
    inviterOf.set(user.id, byId)
    return user
  }
  const ann = newUser()
  const ben = invitedBy(ann.id)
  const cat = invitedBy(ben.id, { role: 'moderator' })
  const dan = invitedBy(cat.id)
  return { ann, ben, cat, dan }
}

const named = ({ id, name, username }: { id: number; name: string; username: string }) => ({ id, name, username })
const decide = (userId: number, body: object, by: Pick<typeof moderator, 'call'> = moderator) =>
  by.call(decideInvited, { params: { userId }, body })
/** A moderator on another process. */
async function otherModerator() {
  const second = await admin.startInstance()
  const other = second.newUser(newUser({ role: 'moderator' }).id, 'moderator')
  const params = { userId: other.userId }
  await vi.waitFor(async () => expect((await other.call(getInvited, { params })).status).toBe(200), WAIT) // NATS is connected
  return other
}

const imposedOn = (userId: number) => events.of(sanctionImposed).filter((event) => event.userId === userId)

test('a moderator sees the branch with inviter, depth and staff (10.door.branch)', async () => {
  const { ann, ben, cat, dan } = buildTree()
  const { body } = await moderator.call(getInvited, { params: { userId: ben.id } })
  expect([body.user, body.inviter, body.isCut]).toEqual([named(ben), named(ann), false])
  expect(body.invited.map(({ user, depth, byId, isStaff }) => [user.id, depth, byId, isStaff])).toEqual([
    [cat.id, 1, ben.id, true],
    [dan.id, 2, cat.id, false],
  ])
  expect((await moderator.call(getInvited, { params: { userId: 999_999 } })).status).toBe(404)
  expect((await newUser().call(getInvited, { params: { userId: ben.id } })).status).toBe(403)
})

test('a branch is suspended without end: not the named user, not staff, its codes end (10.door.branch)', async () => {
  const { ann, ben, cat, dan } = buildTree()
  endedOf.length = 0
  const response = await decide(ann.id, { decision: 'suspend', reason: 'You came with bots' })
  expect([response.status, response.body]).toEqual([201, { changed: 2, leftOut: [named(cat)] }])
  await vi.waitFor(() => expect([ben, dan].map(({ id }) => imposedOn(id).length)).toEqual([1, 1]), WAIT)
  expect(imposedOn(ben.id)).toMatchObject([
    { action: 'suspend', reason: 'other', until: null, text: 'You came with bots' },
  ])
  expect([ann, cat].flatMap(({ id }) => imposedOn(id))).toEqual([])
  expect(endedOf.toSorted((a, b) => a - b)).toEqual([ann.id, ben.id, dan.id])
  const entries = (await auditEntries()).slice(-3)
  expect(entries.map(({ action }) => action).toSorted()).toEqual(['branch.suspended', 'case.decided', 'case.decided'])
  expect(entries[0]).toMatchObject({ userId: ann.id, actorId: moderator.id, details: { users: '2', leftOut: '1' } })

  await admin.cases.updateOne({ userId: dan.id }, { $set: { 'decisions.0.decidedAt': new Date(0) } })
  const repeated = await request(admin.background.nats, getModerationPage, { after: '' })
  const kept = repeated.items.filter((item) => item.type === 'imposed' && [ben.id, dan.id].includes(item.userId))
  expect(kept).toHaveLength(2)
  const { items } = await request(admin.background.nats, getExportedDecisions, { userId: ben.id, after: '' })
  expect(items).toMatchObject([{ action: 'suspend', until: null, text: 'You came with bots' }])
})

test('two moderators on two processes suspend each user once, also when repeated (10.door.branch)', async () => {
  const other = await otherModerator()
  const { ann, ben, dan } = buildTree()
  const results = await Promise.all(
    [moderator, other, moderator, other].map((by) => decide(ann.id, { decision: 'suspend' }, by)),
  )
  expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(results.reduce((sum, { body }) => sum + body.changed, 0)).toBe(2)
  expect((await decide(ann.id, { decision: 'suspend' })).body.changed).toBe(0)
  await admin.outboxesEmpty()
  expect(await admin.cases.countDocuments({ userId: { $in: [ben.id, dan.id] } })).toBe(2)
})

test('the suspension is a case: an admin can undo it, and then it can be imposed again (10.door.branch)', async () => {
  const { ann, ben } = buildTree()
  const boss = newUser({ role: 'admin' })
  await decide(ann.id, { decision: 'suspend' })
  const { body: closed } = await boss.call(listCases, { query: { status: 'closed' } })
  const summary = closed.find(({ user }) => user.id === ben.id)
  expect([summary?.categories, summary?.reportCount]).toEqual([['other'], 0])
  const id = summary?.id ?? 0
  const { body: view } = await boss.call(getCase, { params: { id } })
  expect([view.canUndo, view.decisions]).toMatchObject([true, [{ action: 'suspend', days: null, until: null }]])

  expect((await boss.call(undoDecision, { params: { id } })).status).toBe(200)
  await vi.waitFor(() => expect(events.of(sanctionLifted).some(({ userId }) => userId === ben.id)).toBe(true), WAIT)
  expect((await decide(ann.id, { decision: 'suspend' })).body.changed).toBe(1)
})

test('a user suspended with a branch can appeal (10.door.branch)', async () => {
  const { ann, ben } = buildTree()
  await decide(ann.id, { decision: 'suspend' })
  const stored = await admin.cases.findOne({ userId: ben.id })
  const token = 'a'.repeat(43)
  admin.appeals.set(token, { userId: ben.id, decisionId: stored?.decisions[0]?.id ?? 0 })
  expect((await admin.anonymous.call(createAppeal, { body: { token, text: 'I am no bot' } })).status).toBe(201)
  const appealed = await admin.cases.findOne({ userId: ben.id, kind: 'appeal' })
  await admin.decided(newUser({ role: 'moderator' }), Number(appealed?._id), { action: 'lift', reason: 'mistake' })
  await vi.waitFor(() => expect(events.of(sanctionLifted).some(({ userId }) => userId === ben.id)).toBe(true), WAIT)
})

test('a branch is sent back to the queue, each user once (10.door.branch)', async () => {
  const other = await otherModerator()
  const { ann, ben, cat, dan } = buildTree()
  const results = await Promise.all([moderator, other].map((by) => decide(ann.id, { decision: 'review' }, by)))
  expect(results.reduce((sum, { body }) => sum + body.changed, 0)).toBe(2)
  expect(results.map(({ body }) => body.leftOut)).toEqual([[named(cat)], [named(cat)]])
  expect([ann, ben, cat, dan].map(({ id }) => waiting.has(id))).toEqual([false, true, false, true])
  expect((await auditEntries()).at(-1)).toMatchObject({ action: 'branch.reviewed', userId: ann.id })
  expect((await decide(ann.id, { decision: 'review' })).body.changed).toBe(0)
  expect((await decide(999_999, { decision: 'review' })).status).toBe(404)
})

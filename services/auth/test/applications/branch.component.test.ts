import { BRANCH_MAX } from '@zing/proto/limits'
import { userUpdated } from '@zing/proto/nats/events'
import {
  endInvitations,
  getApplication,
  getInvitedBranch,
  judgeApplication,
  reviewUsers,
} from '@zing/proto/nats/rpc/applications'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { expect, test } from 'vitest'
import { setupAuth } from '../setup-auth.ts'
import { buildApplicants } from './build-applicants.ts'

const auth = await setupAuth()
const { nats, db } = auth
const { newMember, users, profileEvent } = buildApplicants(auth)

const branchOf = (userId: number, decision?: 'suspend' | 'review') =>
  request(nats, getInvitedBranch, { userId, ...(decision && { for: decision }) })

/** ann - ben - (cat - dan, eve) */
async function buildTree() {
  const ann = (await newMember()).user.id
  const ben = (await newMember(ann)).user.id
  const cat = (await newMember(ben)).user.id
  const eve = (await newMember(ben)).user.id
  const dan = (await newMember(cat)).user.id
  return { ann, ben, cat, dan, eve }
}

test('the branch is listed breadth first, with depth and inviter (10.door.branch)', async () => {
  const { ann, ben, cat, dan, eve } = await buildTree()
  await users.updateOne({ _id: ben }, { $set: { role: 'moderator' } })
  await users.updateOne({ _id: dan }, { $set: { status: 'pending' } })
  const branch = await branchOf(ann)
  expect(branch?.invited.map(({ userId, depth, byId, status }) => [userId, depth, byId, status])).toEqual([
    [ben, 1, ann, 'active'],
    [cat, 2, ben, 'active'],
    [eve, 2, ben, 'active'],
    [dan, 3, cat, 'pending'],
  ])
  expect([branch?.inviterId, branch?.isCut, branch?.invited[0]?.role]).toEqual([null, false, 'moderator'])
  expect((await branchOf(ben))?.inviterId).toBe(ann)
  expect(await branchOf(999_999)).toBeNull()
})

test('the branch of a deleted user stays, and a circle ends (10.door.branch)', async () => {
  const { ann, ben, cat } = await buildTree()
  await users.deleteOne({ _id: ann })
  expect((await branchOf(ann))?.invited[0]?.userId).toBe(ben)
  await users.updateOne({ _id: ben }, { $set: { 'invitation.byId': cat } })
  expect((await branchOf(ben))?.invited.map(({ userId }) => userId)).not.toContain(ben)
})

test('a branch is cut at its limit, and a repeated decision reaches the rest (10.door.branch)', async () => {
  const root = (await newMember()).user.id
  const template = await users.findOne({ _id: root })
  const ids = Array.from({ length: BRANCH_MAX + 20 }, (_, index) => 1_000_000 + index)
  await users.insertMany(
    ids.map((_id) => ({
      ...template,
      _id,
      username: `bot${_id}`,
      usernameKey: `bot${_id}`,
      invitation: { id: 1, byId: root, label: '' },
    })),
  )
  const branch = await branchOf(root, 'review')
  expect([branch?.invited.length, branch?.isCut]).toEqual([BRANCH_MAX, true])
  await request(nats, reviewUsers, { userIds: ids.slice(0, BRANCH_MAX) })
  expect((await branchOf(root, 'review'))?.invited.map(({ userId }) => userId)).toEqual(ids.slice(BRANCH_MAX))
})

test('a member sent back is hidden from all, keeps the session, and comes back by approval (10.door.branch)', async () => {
  const { user, sid } = await newMember()
  expect(await request(nats, reviewUsers, { userIds: [user.id] })).toEqual({ changed: 1 })
  const hidden = await profileEvent(userUpdated, user.id, 2)
  expect([hidden.profile.suspendedUntil?.slice(0, 4), hidden.rev]).toEqual(['9999', 2])
  expect(await request(nats, getReplicatedProfile, { userId: user.id })).toBeNull()
  expect(await db.collection<{ _id: string }>('sessions').countDocuments({ _id: sid })).toBe(1)
  expect((await request(nats, getApplication, { userId: user.id }))?.status).toBe('pending')

  await request(nats, judgeApplication, { userId: user.id, decision: 'approve', seen: 'pending' })
  const shown = await profileEvent(userUpdated, user.id, 3)
  expect(shown.profile.suspendedUntil).toBeNull()
})

test('parallel decisions of two processes send each member back once (10.door.branch)', async () => {
  const second = await setupAuth({ NATS_URL: auth.env.NATS_URL, MONGO_URL: auth.env.MONGO_URL })
  const userIds = Object.values(await buildTree())
  const results = await Promise.all(
    [nats, second.nats, nats, second.nats].map((by) => request(by, reviewUsers, { userIds })),
  )
  expect(results.reduce((sum, { changed }) => sum + changed, 0)).toBe(userIds.length)
  expect(await users.countDocuments({ _id: { $in: userIds }, status: 'pending', rev: 2 })).toBe(userIds.length)
})

test('the invitations of a branch end, and others stay (10.door.branch)', async () => {
  const invitations = db.collection<{ _id: number; code: string; userId: number; withdrawnAt?: Date | null }>(
    'invitations',
  )
  const withdrawnAt = new Date(0)
  await invitations.insertMany([
    { _id: 1, code: 'a', userId: 1 },
    { _id: 2, code: 'b', userId: 2, withdrawnAt: null },
    { _id: 3, code: 'c', userId: 1, withdrawnAt },
  ])
  await request(nats, endInvitations, { userIds: [1] })
  const ended = await invitations.find().sort({ _id: 1 }).toArray()
  expect(ended.map((one) => one.withdrawnAt)).toEqual([expect.any(Date), null, withdrawnAt])
  expect(ended[0]?.withdrawnAt).not.toEqual(withdrawnAt)
})

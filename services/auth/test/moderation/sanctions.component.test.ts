import { createHash } from 'node:crypto'
import { openBlobs } from '@zing/blobs/open-blobs'
import { subscribe } from '@zing/kit/nats/broadcast'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import { confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { addPhoto, deletePhoto, orderPhotos } from '@zing/proto/http/photos'
import type { ProfileText } from '@zing/proto/moderation/decisions'
import { comparedText } from '@zing/proto/moderation/evidence'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { appealCreated, sanctionImposed, sanctionLifted, userUpdated } from '@zing/proto/nats/events'
import {
  getActiveSessions,
  getAppellant,
  getPhotoPart,
  getProfileEvidence,
  getReplicatedProfile,
} from '@zing/proto/nats/rpc/auth'
import { NO_STORY, type Photo } from '@zing/proto/profiles/story'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import type { Ctx } from '../../src/context.ts'
import { createModels } from '../../src/models/models.ts'
import { forgetRemovedTexts } from '../../src/moderation/forget-removed-texts.ts'
import { REMOVED_MS } from '../../src/moderation/removed-content.ts'
import { deleteOrphans } from '../../src/photos/delete-orphans.ts'
import { photo } from '../pictures.ts'
import { PASSWORD, setupAuth } from '../setup-auth.ts'

const { nats, db, anonymous, newUser, logIn, publishEvent, eventsHandled, events, fetchAs } = await setupAuth()
const revoked: string[] = []
subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))
type User = Awaited<ReturnType<typeof newUser>>

const DAY_MS = 24 * 60 * 60 * 1_000
let decisions = 0
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

interface Sanction {
  action: 'warn' | 'remove-photo' | 'remove-text' | 'suspend' | 'ban' | 'uphold'
  until?: string | null
  field?: ProfileText | null
  photoVersion?: number
  text?: string | null
  /** The decision that `uphold` confirms. */
  appealedId?: number
  textDigest?: string
}

/** Decides as admin does. Resolves when auth has handled the event. */
async function take({ user }: User, sanction: Sanction, at = new Date()) {
  const { until = null, field = null, text = null, ...rest } = sanction
  decisions += 1
  const event = { userId: user.id, decisionId: decisions, reason: 'threats' as const, text, field, until, ...rest }
  await publishEvent(sanctionImposed, event, { at: at.toISOString() })
  await eventsHandled()
  return event
}

type Taken = Awaited<ReturnType<typeof take>>

async function lift({ until: _, ...event }: Taken, at = new Date()) {
  await publishEvent(sanctionLifted, event, { at: at.toISOString() })
  await eventsHandled()
}

async function isActive({ user, sid }: User): Promise<boolean> {
  const { sids } = await request(nats, getActiveSessions, { sessions: [{ sid, userId: user.id }] })
  return sids.length === 1
}

const untilOf = async ({ user }: User) =>
  (await request(nats, getReplicatedProfile, { userId: user.id }))?.profile.suspendedUntil

describe('SEC-139 a suspension', () => {
  test('it ends all sessions and hides the profile; a login tells reason, end and how to appeal (V7.4.5)', async () => {
    const ada = await newUser()
    const until = inDays(7)
    await take(ada, { action: 'suspend', until, text: 'You threatened somebody.' })
    expect(await isActive(ada)).toBe(false)
    await vi.waitFor(() => expect(revoked).toContain(ada.sid), WAIT)
    expect(await untilOf(ada)).toBe(until)
    await vi.waitFor(() => {
      const update = events.of(userUpdated).findLast(({ profile }) => profile.id === ada.user.id)
      expect(update?.profile).toMatchObject({ suspendedUntil: until, hidden: false })
    }, WAIT)

    const refused = await logIn(ada.user.username)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        message: errors.suspended.message,
        code: 'SUSPENDED',
        suspension: {
          reason: 'threats',
          text: 'You threatened somebody.',
          until,
          appealToken: expect.stringMatching(/^[\w-]{43}$/),
          dataToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          appeal: null,
        },
      },
    ])
    expect(refused.headers.get('x-zing-session')).toBeNull()
    expect((await logIn(ada.user.username, 'wrong password')).status).toBe(401)
  })

  test('it ends by itself', async () => {
    const ada = await newUser()
    await take(ada, { action: 'suspend', until: new Date(Date.now() + 3_000).toISOString() })
    expect((await logIn(ada.user.username)).status).toBe(403)
    await vi.waitFor(async () => expect((await logIn(ada.user.username)).status).toBe(200), WAIT)
    expect(await untilOf(ada)).toBeNull()
  })

  test('a ban has no end', async () => {
    const ada = await newUser()
    await take(ada, { action: 'ban' })
    const refused = await logIn(ada.user.username)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: errors.banned.message, suspension: { until: null } },
    ])
    expect(await untilOf(ada)).toBe('9999-12-31T23:59:59.999Z')
  })

  test('a recovery is refused without an effect, and only a valid code tells why', async () => {
    const ada = await newUser()
    await ada.call(confirmPassword, { body: { password: PASSWORD } })
    const { codes } = (await ada.call(createRecoveryCodes)).body
    const sanction = await take(ada, { action: 'suspend', until: inDays(7) })
    const newPassword = 'another correct horse'
    const recover = (code = '0000-0000-0000-0000') =>
      anonymous.call(recoverAccount, { body: { username: ada.user.username, code, newPassword } })

    expect((await recover()).body).toEqual(errors.wrongRecoveryCode().body)
    const refused = await recover(codes[0])
    expect([refused.status, refused.body.code, refused.body.suspension?.reason]).toEqual([403, 'SUSPENDED', 'threats'])
    expect((await logIn(ada.user.username, newPassword)).status).toBe(401)
    expect((await logIn(ada.user.username)).status).toBe(403)

    await lift(sanction)
    expect((await logIn(ada.user.username)).status).toBe(200)
    expect((await recover(codes[0])).status).toBe(200)
  })

  test('a login at the same moment leaves no session', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await newUser()
      const [, { status, headers }] = await Promise.all([take(ada, { action: 'ban' }), logIn(ada.user.username)])
      const token = headers.get('x-zing-session')
      if (status === 403) expect(token).toBeNull()
      else expect(await isActive({ ...ada, sid: sidOf(token) })).toBe(false)
    }
  })

  test('when it is lifted, it ends at once, and repeated or late events change nothing', async () => {
    const ada = await newUser()
    const at = new Date()
    const event = await take(ada, { action: 'suspend', until: inDays(7) }, at)
    await lift(event, new Date(at.getTime() + 1_000))
    expect([await untilOf(ada), (await logIn(ada.user.username)).status]).toEqual([null, 200])
    await publishEvent(sanctionImposed, event, { at: at.toISOString() })
    await eventsHandled()
    expect([await untilOf(ada), (await logIn(ada.user.username)).status]).toEqual([null, 200])
  })

  test("when a ban's event comes after its end, it has no effect", async () => {
    const ada = await newUser()
    const at = new Date()
    const ban = { ...(await take(ada, { action: 'warn' }, at)), action: 'ban' as const }
    await lift(ban, new Date(at.getTime() + 1_000))
    await publishEvent(sanctionImposed, ban, { at: at.toISOString() })
    await eventsHandled()
    expect([await untilOf(ada), (await logIn(ada.user.username)).status]).toEqual([null, 200])
  })

  test('the end of one decision does not make events of another one late', async () => {
    const ada = await newUser()
    const start = Date.now()
    const first = await take(ada, { action: 'suspend', until: inDays(1) }, new Date(start))
    await lift(first, new Date(start + 2_000))
    await take(ada, { action: 'ban' }, new Date(start + 1_000))
    expect((await logIn(ada.user.username)).body).toMatchObject(errors.banned().body)
  })

  test('when an admin undoes a lift, the same decision holds again', async () => {
    const ada = await newUser()
    const start = Date.now()
    const ban = await take(ada, { action: 'ban' }, new Date(start))
    await lift(ban, new Date(start + 1_000))
    await publishEvent(sanctionImposed, ban, { at: new Date(start + 2_000).toISOString() })
    await eventsHandled()
    expect((await logIn(ada.user.username)).body).toMatchObject(errors.banned().body)
  })

  test('a shorter suspension does not shorten a ban, and holds after the ban is lifted', async () => {
    const ada = await newUser()
    const start = Date.now()
    const ban = await take(ada, { action: 'ban' }, new Date(start))
    const until = inDays(1)
    await take(ada, { action: 'suspend', until }, new Date(start + 1_000))
    expect((await logIn(ada.user.username)).body).toMatchObject({
      message: errors.banned.message,
      suspension: { until: null },
    })
    await lift(ban, new Date(start + 2_000))
    expect((await logIn(ada.user.username)).body).toMatchObject({
      message: errors.suspended.message,
      suspension: { until },
    })
  })

  test('the end of an older decision leaves a newer one in place', async () => {
    const ada = await newUser()
    const start = Date.now()
    const first = await take(ada, { action: 'suspend', until: inDays(1) }, new Date(start))
    await take(ada, { action: 'ban' }, new Date(start + 1_000))
    await lift(first, new Date(start + 2_000))
    expect((await logIn(ada.user.username)).body).toMatchObject(errors.banned().body)
  })

  test('it is independent of the wish to be hidden, and other users are not affected', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const event = await take(ada, { action: 'suspend', until: inDays(1) })
    expect([await isActive(ben), (await logIn(ben.user.username)).status]).toEqual([true, 200])
    await lift(event)
    expect(await request(nats, getReplicatedProfile, { userId: ada.user.id })).toMatchObject({
      profile: { hidden: false, suspendedUntil: null },
    })
  })
})

function sidOf(token: string | null): string {
  return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).sid
}

describe('appeals', () => {
  const tokenOf = async ({ user }: User) => (await logIn(user.username)).body.suspension?.appealToken ?? null
  const appellantOf = (token: string) => request(nats, getAppellant, { token })

  test('the token identifies user and decision until it is used, and is the same at each login', async () => {
    const ada = await newUser()
    const { decisionId } = await take(ada, { action: 'ban' })
    const token = (await tokenOf(ada)) ?? ''
    expect(await tokenOf(ada)).toBe(token)
    expect(await appellantOf(token)).toEqual({ userId: ada.user.id, decisionId })
    expect(await appellantOf('x'.repeat(43))).toBeNull()

    const appeal = { userId: ada.user.id, decisionId }
    for (let i = 0; i < 2; i++) await publishEvent(appealCreated, appeal)
    await eventsHandled()
    expect(await tokenOf(ada)).toBeNull()
    expect((await logIn(ada.user.username)).body.suspension?.reason).toBe('threats')
    expect(await appellantOf(token)).toBeNull()
  })

  test('a login tells whether an appeal is open, refused and why, or open again after an undo', async () => {
    const ada = await newUser()
    const start = Date.now()
    const at = (seconds: number) => new Date(start + seconds * 1_000)
    const appealOf = async () => (await logIn(ada.user.username)).body.suspension?.appeal
    const { decisionId } = await take(ada, { action: 'ban' }, at(0))
    expect(await appealOf()).toBeNull()

    const appealed = (seconds: number) =>
      publishEvent(appealCreated, { userId: ada.user.id, decisionId }, { at: at(seconds).toISOString() })
    await appealed(1)
    await eventsHandled()
    expect(await appealOf()).toEqual({ status: 'open', text: null })

    const answer = 'Another moderator has looked at it.'
    await take(ada, { action: 'uphold', text: answer, appealedId: decisionId }, at(2))
    expect(await appealOf()).toEqual({ status: 'refused', text: answer })
    await appealed(1) // a repeated event
    await eventsHandled()
    expect(await appealOf()).toEqual({ status: 'refused', text: answer })

    await appealed(3)
    await eventsHandled()
    expect((await logIn(ada.user.username)).body.suspension).toMatchObject({
      appealToken: null,
      appeal: { status: 'open', text: null },
    })
  })

  test('the answer to the appeal of another decision changes nothing', async () => {
    const ada = await newUser()
    await take(ada, { action: 'ban' })
    await take(ada, { action: 'uphold', appealedId: 999_999 })
    expect((await logIn(ada.user.username)).body.suspension?.appeal).toBeNull()
  })

  test('after the end of the suspension the token is invalid', async () => {
    const ada = await newUser()
    const event = await take(ada, { action: 'suspend', until: inDays(1) })
    const token = (await tokenOf(ada)) ?? ''
    await lift(event)
    expect(await appellantOf(token)).toBeNull()
  })
})

describe('removals', () => {
  test('a removed photo disappears at once', async () => {
    const ada = await newUser({ selfie: await photo() })
    const path = ada.user.selfie
    expect((await fetchAs(ada.identity, path)).status).toBe(200)
    await take(ada, { action: 'remove-photo' })
    expect((await ada.call(getUser)).body.selfie).toBeNull()
    expect((await fetchAs(ada.identity, path)).status).toBe(404)
  })

  test('a removed photo comes back when the decision is undone', async () => {
    const ada = await newUser({ selfie: await photo() })
    const removal = await take(ada, { action: 'remove-photo' })
    await lift(removal)
    expect((await ada.call(getUser)).body.selfie).toBe(ada.user.selfie)
    expect((await fetchAs(ada.identity, ada.user.selfie)).status).toBe(200)
  })

  test('a removed live selfie comes back to its place, as a live one', async () => {
    const ada = await newUser()
    const second = (await ada.call(addPhoto, { body: { photo: await photo(30, 33) } })).body
    const { body } = await ada.call(updateUser, { body: { selfie: await photo(), isLiveSelfie: true } })
    const selfieId = body.photos[0]?.id ?? ''
    const { body: ordered } = await ada.call(orderPhotos, { body: { order: [second.id, selfieId] } })
    const removal = await take(ada, { action: 'remove-photo', photoVersion: Number(selfieId) })
    expect((await ada.call(getUser)).body.photos).toEqual([second])
    await lift(removal)
    expect((await ada.call(getUser)).body.photos).toEqual(ordered)
    expect(ordered[1]).toMatchObject({ id: selfieId, isLive: true, isSelfie: true })
  })

  test("it does not if the user has set another, after REMOVED_MS, or by another decision's undo", async () => {
    const users = await Promise.all([1, 2, 3].map(async () => newUser({ selfie: await photo() })))
    const [another, late, other] = users as [User, User, User]
    const removals = await Promise.all(users.map((user) => take(user, { action: 'remove-photo' })))
    await another.call(updateUser, { body: { selfie: await photo() } })
    const selfie = (await another.call(getUser)).body.selfie
    const longAgo = new Date(Date.now() - REMOVED_MS)
    await db
      .collection<{ _id: number }>('users')
      .updateOne({ _id: late.user.id }, { $set: { 'removedPhotos.0.at': longAgo } })
    for (const [index, removal] of removals.entries()) {
      await lift(index === 2 ? { ...removal, decisionId: 999_999 } : removal)
    }
    expect((await another.call(getUser)).body.selfie).toBe(selfie)
    for (const { call } of [late, other]) expect((await call(getUser)).body.selfie).toBeNull()
  })

  test('when two photos were removed, each comes back by the undo of its decision', async () => {
    const ada = await newUser({ selfie: await photo() })
    const ids = [10, 11].map(
      async (size) => (await ada.call(addPhoto, { body: { photo: await photo(30, size) } })).body.id,
    )
    const [second, third] = await Promise.all(ids)
    const photosOf = async () => (await ada.call(getUser)).body.photos.map(({ id }) => id)
    const before = await photosOf()
    const start = Date.now()
    const remove = (id: string | undefined, ms: number) =>
      take(ada, { action: 'remove-photo', photoVersion: Number(id) }, new Date(start + ms))
    const [first, next] = [await remove(second, 0), await remove(third, 1)]
    expect(await photosOf()).toEqual(before.slice(0, 1))
    await lift(first, new Date(start + 2))
    expect(await photosOf()).toEqual([before[0], second])
    await lift(next, new Date(start + 3))
    expect(await photosOf()).toEqual([before[0], second, third])
  })

  test('the photo sweep keeps a removed photo as long as it can come back, then deletes it', async () => {
    const ada = await newUser({ selfie: await photo() })
    await take(ada, { action: 'remove-photo' })
    const [users, selfies] = [db.collection<{ _id: number }>('users'), db.collection('selfies')]
    await selfies.updateMany({ userId: ada.user.id }, { $set: { createdAt: new Date(0) } })
    const models = createModels(db)
    const log = createLog('auth-test', 'silent')
    const ctx = { models, log, blobs: await openBlobs(db, models.Blob, null, log) } as Ctx // all that the sweep needs
    await deleteOrphans(ctx)
    expect(await selfies.countDocuments({ userId: ada.user.id })).toBe(1)

    const longAgo = new Date(Date.now() - REMOVED_MS - 2 * 60 * 60 * 1_000)
    await users.updateOne({ _id: ada.user.id }, { $set: { 'removedPhotos.0.at': longAgo } })
    await deleteOrphans(ctx)
    expect(await selfies.countDocuments({ userId: ada.user.id })).toBe(0)
  })

  test('one of several photos is removed, or the selfie by version; a missing photo is no failure (10.story.sanctions)', async () => {
    const ada = await newUser({ selfie: await photo() })
    const second = (await ada.call(addPhoto, { body: { photo: await photo(30, 31) } })).body
    const third = (await ada.call(addPhoto, { body: { photo: await photo(30, 32) } })).body
    const photosOf = async () => (await ada.call(getUser)).body.photos.map(({ id }) => id)
    const [selfie = ''] = await photosOf()
    const start = Date.now()
    const sanction = { action: 'remove-photo' as const, photoVersion: Number(second.id) }
    for (let i = 0; i < 2; i++) await take(ada, sanction, new Date(start + i))
    expect(await photosOf()).toEqual([selfie, third.id])
    expect((await fetchAs(ada.identity, second.path)).status).toBe(404)
    await take(ada, { ...sanction, photoVersion: Number(selfie) }, new Date(start + 2))
    expect(await photosOf()).toEqual([third.id])
    expect((await ada.call(getUser)).body.selfie).toBe(third.path)
  })

  test('one of several photos comes back last, unless it was added again or there is no room', async () => {
    const people = await Promise.all([1, 2, 3].map(() => newUser()))
    const [ada, ben, cleo] = people as [User, User, User]
    const add = async ({ call }: User, width: number) =>
      (await call(addPhoto, { body: { photo: await photo(width, 45) } })).body
    const idsOf = async ({ call }: User) => (await call(getUser)).body.photos.map(({ id }) => id)
    const removals: Taken[] = []
    const removed: Photo[] = []
    for (const user of people) {
      const first = await add(user, 50)
      await add(user, 51)
      removed.push(first)
      removals.push(await take(user, { action: 'remove-photo', photoVersion: Number(first.id) }))
    }
    await add(ben, 50)
    for (const width of [52, 53, 54, 55]) await add(cleo, width)
    const before = await Promise.all(people.map(idsOf))
    for (const removal of removals) await lift(removal)

    expect(await idsOf(ada)).toEqual([...(before[0] ?? []), removed[0]?.id])
    expect((await fetchAs(ada.identity, removed[0]?.path ?? '')).status).toBe(200)
    expect([await idsOf(ben), await idsOf(cleo)]).toEqual([before[1], before[2]])
    expect(before.map((ids) => ids.length)).toEqual([1, 2, 5])
    for (const [user, { path }] of [
      [ben, removed[1]],
      [cleo, removed[2]],
    ] as [User, Photo][])
      expect((await fetchAs(user.identity, path)).status).toBe(404)
  })

  test('removed bio and answers disappear, and come back unless the user has set others', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const prompts = [{ promptId: 'ask-me', answer: 'Rude word' }]
    const storyOf = async ({ call }: User) => {
      const { body } = await call(getUser)
      return { bio: body.bio, prompts: body.prompts }
    }
    for (const { call } of [ada, ben]) await call(updateUser, { body: { bio: 'Rude word', prompts } })
    const start = Date.now()
    const [bios, answers] = [[] as Taken[], [] as Taken[]]
    for (const user of [ada, ben]) {
      bios.push(await take(user, { action: 'remove-text', field: 'bio' }, new Date(start)))
      answers.push(await take(user, { action: 'remove-text', field: 'prompts' }, new Date(start + 1)))
      expect(await storyOf(user)).toEqual({ bio: null, prompts: [] })
    }
    const own = { bio: 'Hello', prompts: [{ promptId: 'cooking', answer: 'Soup' }] }
    await ben.call(updateUser, { body: own })
    for (const event of bios) await lift(event, new Date(start + 2))
    for (const event of answers) await lift(event, new Date(start + 3))
    expect(await storyOf(ada)).toEqual({ bio: 'Rude word', prompts })
    expect(await storyOf(ben)).toEqual(own)
  })

  test('a removed text is replaced, and comes back unless the user has set another one', async () => {
    const [ada, ben] = [await newUser({ name: 'Rude Word' }), await newUser({ name: 'Rude Word' })]
    const [first, second] = [
      await take(ada, { action: 'remove-text', field: 'name' }),
      await take(ben, { action: 'remove-text', field: 'name' }),
    ]
    expect((await ada.call(getUser)).body.name).toBe('Name removed')
    await ben.call(updateUser, { body: { name: 'Benedict' } })
    await lift(first)
    await lift(second)
    expect([(await ada.call(getUser)).body.name, (await ben.call(getUser)).body.name]).toEqual([
      'Rude Word',
      'Benedict',
    ])
  })

  test.each([
    ['name', { name: 'Rude Word' }, { name: 'Kind Word' }, 'Name removed'],
    ['bio', { bio: 'Rude word' }, { bio: 'Kind word' }, null],
    [
      'prompts',
      { prompts: [{ promptId: 'cooking', answer: 'Rude' }] },
      { prompts: [{ promptId: 'cooking', answer: 'Kind' }] },
      [],
    ],
  ] as const)('when %s has changed since the evidence was taken, it stays', async (field, shown, changed, removed) => {
    const [ada, ben] = [await newUser(), await newUser()]
    const textOf = async ({ call }: User) => (await call(getUser)).body[field]
    for (const user of [ada, ben]) {
      await user.call(updateUser, { body: shown })
      const evidence = await request(nats, getProfileEvidence, { userId: user.user.id })
      const textDigest = createHash('sha256')
        .update(comparedText(evidence?.profile ?? {}, field))
        .digest('hex')
      if (user === ben) await ben.call(updateUser, { body: changed })
      const removal = await take(user, { action: 'remove-text', field, textDigest })
      const left = user === ada ? removed : changed[field as keyof typeof changed]
      expect(await textOf(user)).toEqual(left)
      await lift(removal)
      expect(await textOf(user)).toEqual(user === ada ? shown[field as keyof typeof shown] : left)
    }
  })

  test('the removed text comes back, not the reported one', async () => {
    const ada = await newUser({ name: 'Rude Word' })
    await ada.call(updateUser, { body: { name: 'Ruder Word' } })
    const removal = await take(ada, { action: 'remove-text', field: 'name' })
    const again = await take(ada, { action: 'remove-text', field: 'name' })
    await lift(again)
    expect((await ada.call(getUser)).body.name).toBe('Name removed')
    await lift(removal)
    expect((await ada.call(getUser)).body.name).toBe('Ruder Word')
  })

  test('a removed text is deleted once it can no longer come back', async () => {
    const [ada, ben] = [await newUser({ name: 'Rude Word' }), await newUser({ name: 'Rude Word' })]
    for (const user of [ada, ben]) await take(user, { action: 'remove-text', field: 'name' })
    const users = db.collection<{ _id: number; removedTexts?: { text: string }[] }>('users')
    const longAgo = new Date(Date.now() - REMOVED_MS - 1)
    await users.updateOne({ _id: ada.user.id }, { $set: { 'removedTexts.0.at': longAgo } })
    await forgetRemovedTexts({ models: createModels(db) } as Ctx)
    const textsOf = async ({ user }: User) =>
      (await users.findOne({ _id: user.id }))?.removedTexts?.map(({ text }) => text)
    expect([await textsOf(ada), await textsOf(ben)]).toEqual([[], ['Rude Word']])
  })

  test.each(['warn', 'uphold'] as const)('%s leaves the account as it is', async (action) => {
    const ada = await newUser()
    await take(ada, { action })
    expect((await ada.call(getUser)).body).toEqual(ada.user)
    expect(await isActive(ada)).toBe(true)
  })

  test('a sanction of a deleted user is no failure', async () => {
    const gone = { ...(await newUser()), user: { ...(await newUser()).user, id: 999_999 } }
    await take(gone, { action: 'ban' })
  })
})

describe('evidence', () => {
  test('it shows profile and photo as they are now, the photo in parts', async () => {
    const ada = await newUser({ selfie: await photo() })
    const evidence = await request(nats, getProfileEvidence, { userId: ada.user.id })
    const { name, age, gender, orientation, username, createdAt } = ada.user
    const { photos: _, ...story } = NO_STORY
    expect(evidence?.profile).toEqual({ name, age, gender, orientation, username, createdAt, ...story })
    expect(evidence?.photoVersions).toEqual([])
    const version = evidence?.photoVersion ?? 0
    const whole = await request(nats, getPhotoPart, { userId: ada.user.id, version, offset: 0 })
    const shown = Buffer.from(await (await fetchAs(ada.identity, ada.user.selfie)).arrayBuffer())
    expect(Buffer.from(whole?.part ?? '', 'base64').equals(shown)).toBe(true)
    expect(whole?.totalBytes).toBe(shown.length)
    const rest = await request(nats, getPhotoPart, { userId: ada.user.id, version, offset: shown.length - 10 })
    expect(Buffer.from(rest?.part ?? '', 'base64').equals(shown.subarray(-10))).toBe(true)

    await ada.call(updateUser, { body: { selfie: null } })
    expect(await request(nats, getPhotoPart, { userId: ada.user.id, version, offset: 0 })).toBeNull()
  })

  test('it includes the whole story and the versions of all photos', async () => {
    const ada = await newUser({ selfie: await photo() })
    const story = {
      bio: 'Hello',
      prompts: [{ promptId: 'ask-me', answer: 'Anything' }],
      interests: ['tea'],
      lookingFor: 'dates' as const,
    }
    await ada.call(updateUser, { body: story })
    const { id } = (await ada.call(addPhoto, { body: { photo: await photo(33, 33) } })).body
    const evidence = await request(nats, getProfileEvidence, { userId: ada.user.id })
    expect(evidence?.profile).toMatchObject(story)
    expect(evidence?.photoVersions).toEqual([Number(id)])
    const part = await request(nats, getPhotoPart, { userId: ada.user.id, version: Number(id), offset: 0 })
    expect(part?.totalBytes).toBeGreaterThan(0)
    await ada.call(deletePhoto, { params: { id } })
    expect(await request(nats, getPhotoPart, { userId: ada.user.id, version: Number(id), offset: 0 })).toBeNull()
  })

  test("another user's photo is not found under this user", async () => {
    const [ada, ben] = [await newUser({ selfie: await photo() }), await newUser()]
    const { photoVersion: version = 0 } = (await request(nats, getProfileEvidence, { userId: ada.user.id })) ?? {}
    expect(await request(nats, getPhotoPart, { userId: ben.user.id, version, offset: 0 })).toBeNull()
    expect(await request(nats, getProfileEvidence, { userId: 999_999 })).toBeNull()
  })
})

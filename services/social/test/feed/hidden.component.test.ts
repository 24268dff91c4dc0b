import { errors } from '@zing/proto/errors'
import { passUser, undoLast, unmatchUser, unpassUser } from '@zing/proto/http/discovery'
import { getProfile, listMatches, listNotifications, listUsers, unlikeUser } from '@zing/proto/http/social'
import { blockCreated, notificationCreated, userUpdated } from '@zing/proto/nats/events'
import { getVisibility } from '@zing/proto/nats/rpc/social'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'

const { publishEvent, eventsHandled, events, nats, models, match, newUser, accounts } = await setupSocial()

/** Hides or shows a user as auth does. */
async function setHidden({ id, profile }: TestUser, hidden: boolean, rev: number): Promise<void> {
  accounts.set(id, { profile: { ...profile, hidden }, rev, epoch: 0 })
  await publishEvent(userUpdated, { profile: { ...profile, hidden } }, { rev })
  await vi.waitFor(async () => expect((await models.Profile.findById(id).lean())?.rev).toBe(rev), WAIT)
}

async function feedOf({ call }: TestUser, query: Record<string, string> = {}): Promise<number[]> {
  return (await call(listUsers, { query })).body.map(({ id }) => id)
}

async function statusOf({ call }: TestUser, { id }: TestUser): Promise<number> {
  return (await call(getProfile, { params: { id } })).status
}

test('strangers do not see a hidden user, in the feed or by id, until the user is shown again', async () => {
  const [ada, viewer] = [newUser(), newUser()]
  await setHidden(ada, true, 2)
  for (const scope of ['all', 'discover']) expect(await feedOf(viewer, { scope })).not.toContain(ada.id)
  const { status, body } = await viewer.call(getProfile, { params: { id: ada.id } })
  expect([status, body]).toEqual([404, errors.userNotFound().body])
  expect(await statusOf(ada, ada)).toBe(200)

  await setHidden(ada, false, 3)
  expect(await feedOf(viewer)).toContain(ada.id)
  expect(await statusOf(viewer, ada)).toBe(200)
})

test('SEC-67 to like or pass a hidden user is a 404 until that user likes the caller', async () => {
  const [ada, viewer] = [newUser(), newUser()]
  await setHidden(ada, true, 2)
  const pass = () => viewer.call(passUser, { body: { userId: ada.id } })
  for (const { status, body } of [await viewer.like(ada), await pass()])
    expect([status, body]).toEqual([404, errors.userNotFound().body])
  expect(await models.Pair.countDocuments({ members: ada.id })).toBe(0)
  await ada.like(viewer)
  expect((await pass()).status).toBe(204)
  expect((await viewer.like(ada)).body.isMatch).toBe(true)
})

test('the matches of a hidden user go on', async () => {
  const [ada, ben] = await match()
  await setHidden(ada, true, 2)
  expect((await ben.call(listMatches)).body.map(({ id }) => id)).toEqual([ada.id])
  expect(await feedOf(ben, { scope: 'all' })).toContain(ada.id)
  expect(await statusOf(ben, ada)).toBe(200)
  expect((await ada.call(listMatches)).body.map(({ id }) => id)).toEqual([ben.id])
})

/** The calls that end something with a user. */
async function endsOf({ call }: TestUser, userId: number) {
  const params = { userId }
  return [
    await call(unlikeUser, { params }),
    await call(unpassUser, { params }),
    await call(unmatchUser, { params }),
    await call(undoLast, { body: { userId, undone: 'pass' } }),
  ]
}

test('SEC-28 when a caller has decided nothing about a hidden user, to end it is a 404', async () => {
  const [ada, viewer, liker, passer] = [newUser(), newUser(), newUser(), newUser()]
  await liker.like(ada)
  await passer.call(passUser, { body: { userId: ada.id } })
  await ada.call(passUser, { body: { userId: viewer.id } })
  await setHidden(ada, true, 2)
  for (const { status, body } of [...(await endsOf(viewer, ada.id)), ...(await endsOf(viewer, 999_999))])
    expect([status, body]).toEqual([404, errors.userNotFound().body])
  expect((await liker.call(unlikeUser, { params: { userId: ada.id } })).status).toBe(200)
  expect((await passer.call(unpassUser, { params: { userId: ada.id } })).status).toBe(204)
})

test('a hidden user sees the feed, and liked users see the hidden user', async () => {
  const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
  await setHidden(ben, false, 2)
  await setHidden(ada, true, 2)
  expect(await feedOf(ada)).toContain(ben.id)
  expect((await ada.like(ben)).status).toBe(200)
  expect([await statusOf(ben, ada), await statusOf(cleo, ada)]).toEqual([200, 404])
  expect(await feedOf(ben)).not.toContain(ada.id)
  expect((await ben.like(ada)).body.isMatch).toBe(true)
})

test('when a match ends, the hidden user is not in the notifications', async () => {
  const [ada, ben] = await match()
  await eventsHandled()
  const seen = async () => (await ben.call(listNotifications)).body.map(({ type }) => type)
  await ada.call(unmatchUser, { params: { userId: ben.id } })
  await eventsHandled()
  const before = await seen()
  expect(before).toContain('MATCH')
  await setHidden(ada, true, 2)
  expect(await seen()).toEqual([])
  const cleo = newUser()
  await cleo.like(ben)
  await eventsHandled()
  const pushed = events.of(notificationCreated).filter(({ userId }) => userId === ben.id)
  expect(pushed.at(-1)?.unread, 'what is not listed is not counted').toBe(1)

  await setHidden(ada, false, 3)
  expect(await seen()).toEqual(['LIKE', ...before])
})

test('when a hidden user takes a like back, it leaves the notifications', async () => {
  const [ada, ben] = [newUser(), newUser()]
  await ada.like(ben)
  await eventsHandled()
  await setHidden(ada, true, 2)
  const types = async () => (await ben.call(listNotifications)).body.map(({ type }) => type)
  expect(await types()).toEqual(['LIKE'])
  await ada.call(unlikeUser, { params: { userId: ben.id } })
  expect(await types()).toEqual([])
})

test('auth learns who sees a hidden or suspended user, as on the profile page', async () => {
  const [ada, ben] = await match()
  const [liked, stranger, blocked] = [newUser(), newUser(), newUser()]
  await ada.like(liked)
  await ada.like(blocked)
  await publishEvent(blockCreated, { blockerId: ada.id, blockedId: blocked.id })
  await eventsHandled()
  const viewers = [ada, ben, liked, stranger, blocked]
  const whoSees = async (state: { hidden: boolean; suspendedUntil: string | null }) => {
    const asked = viewers.map(({ id: viewerId }) =>
      request(nats, getVisibility, { viewerId, userId: ada.id, ...state }),
    )
    return (await Promise.all(asked)).map(({ isVisible }) => isVisible)
  }
  const suspendedUntil = new Date(Date.now() + 60_000).toISOString()
  expect(await whoSees({ hidden: true, suspendedUntil: null })).toEqual([true, true, true, false, false])
  expect(await whoSees({ hidden: false, suspendedUntil })).toEqual([true, true, false, false, false])
  await setHidden(ada, true, 2)
  const statuses = await Promise.all(viewers.map((viewer) => statusOf(viewer, ada)))
  expect(statuses).toEqual([200, 200, 200, 404, 404])
})

test('a late older event does not show a hidden user again', async () => {
  const [ada, viewer] = [newUser(), newUser()]
  await setHidden(ada, true, 3)
  await publishEvent(userUpdated, { profile: ada.profile }, { rev: 2 })
  const last = newUser()
  await setHidden(last, false, 2) // handled after the newer event, or beside it
  await vi.waitFor(async () => expect(await feedOf(viewer)).toContain(last.id), WAIT)
  expect(await feedOf(viewer)).not.toContain(ada.id)
})

test('others do not see the visibility in a profile', async () => {
  const ada = newUser()
  const { body } = await newUser().call(getProfile, { params: { id: ada.id } })
  expect(body).toEqual({ ...ada.publicProfile, likeCount: 0, hasLiked: false, isMatch: false })
})

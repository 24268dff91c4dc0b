import { errors } from '@zing/proto/errors'
import { passUser } from '@zing/proto/http/discovery'
import {
  getProfile,
  likeUser,
  listMatches,
  listNotifications,
  listUsers,
  readAllNotifications,
} from '@zing/proto/http/social'
import {
  contentRemoved,
  notificationCreated,
  sanctionImposed,
  sanctionLifted,
  userUpdated,
} from '@zing/proto/nats/events'
import { NOTIFICATION_TYPES } from '@zing/proto/notifications'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'

const social = await setupSocial()
const { publishEvent, models, match, newUser, accounts, events, eventsHandled } = social

/** Publishes a suspension as auth does; null lifts it. */
async function suspend({ id, profile }: TestUser, suspendedUntil: string | null, rev: number): Promise<void> {
  const suspended = { ...profile, suspendedUntil }
  accounts.set(id, { profile: suspended, rev, epoch: 0 })
  await publishEvent(userUpdated, { profile: suspended }, { rev })
  await vi.waitFor(async () => expect((await models.Profile.findById(id).lean())?.rev).toBe(rev), WAIT)
}

const feedOf = async ({ call }: TestUser) => (await call(listUsers)).body.map(({ id }) => id)
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const types = NOTIFICATION_TYPES.join(',')
const notificationsOf = async ({ call }: TestUser) => (await call(listNotifications, { query: { types } })).body

describe('SEC-139 a suspended user', () => {
  test('it is off the feed and not found until the suspension ends or is lifted', async () => {
    const [ada, ben, viewer] = [newUser(), newUser(), newUser()]
    await suspend(ada, inMs(3_000), 2)
    await suspend(ben, '9999-12-31T23:59:59.999Z', 2)
    expect(await feedOf(viewer)).not.toContain(ada.id)
    expect(await feedOf(viewer)).not.toContain(ben.id)
    expect((await viewer.call(getProfile, { params: { id: ben.id } })).status).toBe(404)

    await vi.waitFor(async () => expect(await feedOf(viewer)).toContain(ada.id), WAIT) // no event has come
    expect((await viewer.call(getProfile, { params: { id: ada.id } })).status).toBe(200)
    await suspend(ben, null, 3)
    expect(await feedOf(viewer)).toContain(ben.id)
  })

  test('neither the end of a suspension shows a hidden user, nor the other way round', async () => {
    const [ada, viewer] = [newUser({ hidden: true }), newUser()]
    await suspend(ada, inMs(60_000), 2)
    await suspend(ada, null, 3)
    expect(await feedOf(viewer)).not.toContain(ada.id)
  })

  test('during a suspension, liked users neither see the user nor can like back', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const like = (liker: TestUser, liked: TestUser) => liker.call(likeUser, { body: { likedId: liked.id } })
    expect((await like(ada, ben)).status).toBe(200)
    await eventsHandled()
    const seen = async () => {
      const profile = await ben.call(getProfile, { params: { id: ada.id } })
      return [profile.status, (await notificationsOf(ben)).map(({ type }) => type)]
    }
    expect(await seen()).toEqual([200, ['LIKE']])
    await suspend(ada, inMs(60_000), 2)
    expect(await seen()).toEqual([404, []])
    expect((await like(ben, ada)).status).toBe(404)
    const passed = await ben.call(passUser, { body: { userId: ada.id } })
    expect([passed.status, passed.body]).toEqual([404, errors.userNotFound().body])

    await suspend(ada, null, 3)
    expect(await seen()).toEqual([200, ['LIKE']])
    expect((await like(ben, ada)).body).toMatchObject({ isMatch: true })
    await suspend(ada, inMs(60_000), 4)
    expect((await ben.call(getProfile, { params: { id: ada.id } })).status).toBe(200)
    expect((await like(ben, ada)).body).toMatchObject({ isMatch: true }) // a repetition
  })

  test('their likes are not listed, and thus not counted as unread', async () => {
    const [ada, ben, cleo, viewer] = [newUser(), newUser(), newUser(), newUser()]
    for (const liker of [ada, ben]) await liker.call(likeUser, { body: { likedId: viewer.id } })
    await eventsHandled()
    await suspend(ada, inMs(60_000), 2)
    await cleo.call(likeUser, { body: { likedId: viewer.id } })
    await eventsHandled()
    expect(await notificationsOf(viewer)).toHaveLength(2)
    const pushed = events.of(notificationCreated).filter(({ userId }) => userId === viewer.id)
    expect(pushed.map(({ unread }) => unread)).toEqual([1, 2, 2])
  })

  test('their matches go on, and no profile shows the suspension', async () => {
    const [ada, ben] = await match()
    await suspend(ada, inMs(60_000), 2)
    const { body } = await ben.call(listMatches)
    expect(body.map(({ id }) => id)).toEqual([ada.id])
    expect(JSON.stringify(body)).not.toContain('suspended')
  })
})

describe('notifications of the moderators', () => {
  let decisions = 0
  const sanctionOf = ({ id: userId }: TestUser, more: object = {}) => {
    decisions += 1
    const fields = { text: null, field: null, until: null, ...more }
    return { userId, decisionId: decisions, action: 'warn' as const, reason: 'harassment' as const, ...fields }
  }

  test('a warning is an entry of its own, created and pushed once', async () => {
    const ada = newUser()
    const warning = sanctionOf(ada, { text: 'Please be kind.' })
    for (let i = 0; i < 2; i++) await publishEvent(sanctionImposed, warning)
    await eventsHandled()
    const entry = {
      id: expect.any(Number),
      type: 'WARNING',
      payload: { reason: 'harassment', text: 'Please be kind.' },
      createdAt: expect.any(String),
      readAt: null,
    }
    expect(await notificationsOf(ada)).toEqual([entry])
    expect(events.of(notificationCreated).filter(({ userId }) => userId === ada.id)).toMatchObject([
      { unread: 1, notification: entry },
    ])
    await ada.call(readAllNotifications)
    expect(await notificationsOf(ada)).toMatchObject([{ type: 'WARNING', readAt: expect.any(String) }])
  })

  test('a decision names the action, the reason and the end, beside the other notifications', async () => {
    const [ada, ben] = await match()
    const until = inMs(86_400_000)
    await publishEvent(sanctionImposed, sanctionOf(ada, { action: 'suspend', until, text: 'A week off.' }))
    await eventsHandled()
    expect((await notificationsOf(ada)).map(({ type, payload }) => ({ type, payload }))).toEqual(
      expect.arrayContaining([
        {
          type: 'DECISION',
          payload: { action: 'suspend', reason: 'harassment', text: 'A week off.', until },
        },
        { type: 'MATCH', payload: { userId: ben.id, name: ben.profile.name, selfie: ben.profile.selfie } },
      ]),
    )
  })

  test('when a decision is handled after its end, it notifies of the end only', async () => {
    const ada = newUser()
    const { until: _, ...ban } = sanctionOf(ada, { action: 'ban' })
    await publishEvent(sanctionLifted, ban)
    await eventsHandled()
    await publishEvent(sanctionImposed, { ...ban, until: null })
    await eventsHandled()
    expect((await notificationsOf(ada)).map(({ payload }) => payload)).toMatchObject([{ action: 'lift' }])
  })

  test('a lifted decision removes its notification, and says so once', async () => {
    const ada = newUser()
    const { until: _, ...ban } = sanctionOf(ada, { action: 'ban' })
    await publishEvent(sanctionImposed, { ...ban, until: null })
    await eventsHandled()
    for (let i = 0; i < 2; i++) await publishEvent(sanctionLifted, ban)
    await eventsHandled()
    expect((await notificationsOf(ada)).map(({ type, payload }) => ({ type, payload }))).toEqual([
      { type: 'DECISION', payload: { action: 'lift', reason: 'harassment', text: null, until: null } },
    ])
  })

  describe('of a removal', () => {
    const removalOf = (user: TestUser, action: 'remove-photo' | 'remove-text' = 'remove-photo') => {
      const { until: _, ...removal } = sanctionOf(user, { text: 'Not here.' })
      return { ...removal, action }
    }
    const payloadsOf = async (user: TestUser) => (await notificationsOf(user)).map(({ payload }) => payload)

    test.each(['remove-photo', 'remove-text'] as const)(
      '%s is notified of once auth has removed it',
      async (action) => {
        const ada = newUser()
        const { field: _, ...removed } = removalOf(ada, action)
        await publishEvent(sanctionImposed, { ...removed, field: null, until: null })
        await eventsHandled()
        expect(await payloadsOf(ada), 'it may have been replaced before').toEqual([])
        for (let i = 0; i < 2; i++) await publishEvent(contentRemoved, { ...removed, action })
        await eventsHandled()
        expect(await payloadsOf(ada)).toEqual([{ action, reason: 'harassment', text: 'Not here.', until: null }])
      },
    )

    test('the user learns of its end only if the removal had an effect', async () => {
      const [ada, ben] = [newUser(), newUser()]
      const [told, untold] = [removalOf(ada), removalOf(ben)]
      await publishEvent(contentRemoved, told)
      await eventsHandled()
      for (let i = 0; i < 2; i++) for (const removal of [told, untold]) await publishEvent(sanctionLifted, removal)
      await eventsHandled()
      expect([await payloadsOf(ada), await payloadsOf(ben)]).toMatchObject([[{ action: 'lift' }], []])
      await publishEvent(contentRemoved, untold) // late: the end came first
      await eventsHandled()
      expect(await payloadsOf(ben)).toEqual([])
    })
  })

  describe('whose events were lost', () => {
    const { moderation, moderationReadings, startAnother, deletedUsers, removals } = social
    type Decided = 'ban' | 'warn' | 'remove-photo'
    const decided = ({ id: userId }: TestUser, daysAgo: number, action: Decided = 'ban') => {
      const { until: _, ...sanction } = sanctionOf({ id: userId } as TestUser, { action })
      const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
      return { ...sanction, at, epoch: 0 }
    }
    const payloadsOf = async (user: TestUser) => (await notificationsOf(user)).map(({ payload }) => payload)

    /** Starts a process, and returns once it has handled all items from admin. */
    async function readByNewProcess(...items: typeof moderation): Promise<void> {
      moderation.splice(0, moderation.length, ...items)
      const before = moderationReadings()
      const another = await startAnother()
      await vi.waitFor(() => expect(moderationReadings()).toBeGreaterThan(before), WAIT)
      await another.stop()
      await eventsHandled()
    }

    test('INV-7 the user is notified of a decision once, and of its end', async () => {
      const ada = newUser()
      const ban = decided(ada, 1)
      for (let i = 0; i < 2; i++) await readByNewProcess({ type: 'imposed', ...ban, until: null })
      expect(await payloadsOf(ada)).toEqual([{ action: 'ban', reason: 'harassment', text: null, until: null }])
      const { at: _at, epoch: _epoch, ...event } = ban
      await publishEvent(sanctionImposed, { ...event, until: null }) // late after all
      await eventsHandled()
      expect(await payloadsOf(ada)).toHaveLength(1)

      const end = { ...ban, at: new Date().toISOString() }
      for (let i = 0; i < 2; i++) await readByNewProcess({ type: 'lifted', ...end })
      expect(await payloadsOf(ada)).toMatchObject([{ action: 'lift' }])
    })

    test('when the user cleared the notification long ago, the decision is no news', async () => {
      const [ada, ben] = [newUser(), newUser()]
      await readByNewProcess(
        { type: 'imposed', ...decided(ada, 8), until: null },
        { type: 'imposed', ...decided(ben, 6, 'warn'), until: null },
      )
      expect([await payloadsOf(ada), (await payloadsOf(ben)).length]).toEqual([[], 1])
    })

    test('it notifies the user only of removals that auth has made', async () => {
      const [ada, ben] = [newUser(), newUser()]
      const [made, idle] = [decided(ada, 0, 'remove-photo'), decided(ben, 0, 'remove-photo')]
      removals.add(made.decisionId)
      await readByNewProcess({ type: 'imposed', ...made, until: null }, { type: 'imposed', ...idle, until: null })
      expect([await payloadsOf(ada), await payloadsOf(ben)]).toMatchObject([[{ action: 'remove-photo' }], []])
    })

    test('it stores nothing about a deleted user', async () => {
      const ada = newUser()
      deletedUsers.push({ userId: ada.id, epoch: 0 })
      await models.Tombstone.create({ _id: ada.id, at: new Date(), epoch: 0 })
      await readByNewProcess({ type: 'lifted', ...decided(ada, 0) })
      expect(await models.Notification.countDocuments({ userId: ada.id })).toBe(0)
    })
  })
})

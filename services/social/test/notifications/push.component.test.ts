import { createECDH } from 'node:crypto'
import { broadcast } from '@zing/kit/nats/broadcast'
import { deadLettersOf } from '@zing/kit/nats/dead-letters'
import { CannotBeDone } from '@zing/kit/nats/work-queue'
import { createVapidPrivateKey } from '@zing/kit/vapid-keys'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/push'
import { readAllNotifications, unlikeUser } from '@zing/proto/http/social'
import { PUSH_DEVICES_MAX, PUSH_PER_CONVERSATION_MS, PUSH_TTL_MS } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { blockCreated, userDeleted, userUpdated } from '@zing/proto/nats/events'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { getExportedNotificationSettings } from '@zing/proto/nats/rpc/social'
import { deviceNotified, messagesUnseen, type WorkOf } from '@zing/proto/nats/work'
import { changeSettings } from '@zing/testing/change-settings'
import { connectForTest } from '@zing/testing/events'
import { type PushDevice, startPushHost } from '@zing/testing/push-host'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Ctx } from '../../src/context.ts'
import { deviceIdOf } from '../../src/web-push/endpoints/push-endpoint.ts'
import { sendPush } from '../../src/web-push/send-push.ts'
import { type SlotRequest, takeSlot } from '../../src/web-push/slots.ts'
import type { TestUser } from '../setup-social.ts'
import { PUBLIC_KEY, PUSH_RETRY_MS, setupPush } from './setup-push.ts'

const social = await setupPush()
const { newUser, withDevice, leaveUnseen, receivedBy, models, nats, publishEvent, eventsHandled, host } = social
const manager = await (await connectForTest(social.env.NATS_URL)).jetstreamManager()

const SETTINGS = { likes: true, matches: true, messages: true, names: false, quietHours: null }
const settingsOf = async (user: TestUser) => (await user.call(contract.getNotificationSettings)).body
const put = (user: TestUser, changed: object) =>
  user.call(contract.putNotificationSettings, { body: { ...SETTINGS, ...changed } })
const subscribe = (user: TestUser, { subscription }: Pick<PushDevice, 'subscription'>) =>
  user.call(contract.subscribeToPush, { body: subscription })

/** Waits until all published work is done, except work for later. */
async function workDone(): Promise<void> {
  await eventsHandled()
  for (const { subject, stream } of [messagesUnseen, deviceNotified]) {
    const durable = subject.slice(subject.lastIndexOf('.') + 1)
    await vi.waitFor(async () => {
      const { num_pending, num_ack_pending } = await manager.consumers.info(stream.name, durable)
      expect(num_pending + num_ack_pending).toBe(0)
    }, WAIT)
  }
}

let lastWork = 0
/** Queues a push for a device, as if decided at an earlier time. */
async function queue(user: TestUser, about: TestUser, changed: Partial<WorkOf<typeof deviceNotified>>): Promise<void> {
  lastWork += 1
  const number = lastWork
  const device = await models.PushDevice.findOne({ userId: user.id }).lean()
  const notification = await models.Notification.findOne({ userId: user.id, aboutId: about.id })
    .sort({ _id: -1 })
    .lean()
  await social.publishWork(deviceNotified, {
    ...{ id: `queued-${number}`, epoch: 0, at: new Date().toISOString(), type: 'MATCH', cause: `queued:${number}` },
    ...{ userId: user.id, aboutId: about.id, deviceId: device?._id ?? deviceIdOf('none') },
    ...(notification && { notificationId: notification._id }),
    ...changed,
  })
}

/** Two users who match; the first has a device that was notified of the match. */
async function notifiedMatch() {
  const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })] as const
  const device = await withDevice(ada)
  await ada.like(ben)
  await ben.like(ada)
  await receivedBy(device, 1)
  await workDone()
  return { ada, ben, device }
}

describe('devices', () => {
  test('a device is bound to its session, listed, and removed by its endpoint or its id', async () => {
    const ada = newUser()
    const [phone, laptop] = [host.createDevice(), host.createDevice()]
    expect(await subscribe(ada, phone)).toMatchObject({
      status: 201,
      body: { id: deviceIdOf(phone.subscription.endpoint) },
    })
    const { body } = await subscribe(ada, laptop)
    expect(await subscribe(ada, laptop)).toMatchObject({ status: 201, body })
    const { devices } = await settingsOf(ada)
    expect(devices.map(({ id, current }) => [id, current])).toEqual([
      [body.id, true],
      [deviceIdOf(phone.subscription.endpoint), true],
    ])
    expect(JSON.stringify(await settingsOf(ada))).not.toContain('127.0.0.1')

    expect((await newUser().call(contract.removePushDevice, { params: { id: body.id } })).status).toBe(404)
    expect((await ada.call(contract.removePushDevice, { params: { id: body.id } })).status).toBe(204)
    expect((await ada.call(contract.removePushDevice, { params: { id: body.id } })).status).toBe(404)
    const { endpoint } = phone.subscription
    expect((await newUser().call(contract.unsubscribeFromPush, { body: { endpoint } })).status).toBe(204)
    expect((await settingsOf(ada)).devices).toHaveLength(1)
    expect((await ada.call(contract.unsubscribeFromPush, { body: { endpoint } })).status).toBe(204)
    expect((await settingsOf(ada)).devices).toEqual([])
  })

  test('a device is bound with the language that it shows (10.language.push)', async () => {
    const ada = newUser()
    const { subscription } = host.createDevice()
    const bind = (language: string) =>
      ada.call(contract.subscribeToPush, { body: { ...subscription, language: language as 'en' } })
    expect((await bind('en')).status).toBe(201)
    expect(await models.PushDevice.findOne({ userId: ada.id }).lean()).toMatchObject({ language: 'en' })
    expect(await bind('tlh')).toMatchObject({ status: 400, body: { message: 'Invalid language' } })
  })

  test('a device belongs to the last user who bound it', async () => {
    const [ada, ben] = [newUser(), newUser()]
    const device = host.createDevice()
    await subscribe(ada, device)
    await subscribe(ben, device)
    expect((await settingsOf(ada)).devices).toEqual([])
    expect((await settingsOf(ben)).devices).toHaveLength(1)
  })

  test('a user keeps the ten newest devices', async () => {
    const ada = newUser()
    const devices = Array.from({ length: PUSH_DEVICES_MAX + 2 }, () => host.createDevice())
    for (const device of devices) expect((await subscribe(ada, device)).status).toBe(201)
    const kept = (await settingsOf(ada)).devices.map(({ id }) => id)
    expect(kept).toEqual(
      devices
        .slice(2)
        .map(({ subscription }) => deviceIdOf(subscription.endpoint))
        .toReversed(),
    )
  })

  const keys = host.createDevice().subscription.keys
  const notOnCurve = Buffer.from(createECDH('prime256v1').generateKeys())
  notOnCurve.writeUInt8(notOnCurve.readUInt8(64) ^ 1, 64)
  test.each([
    ['a private address', { endpoint: 'https://10.0.0.1/x', keys }],
    ['a name without a dot', { endpoint: 'https://mongodb/x', keys }],
    ['plain http', { endpoint: 'http://push.example/x', keys }],
    ['another port', { endpoint: 'https://push.example:27017/x', keys }],
    ['a credential', { endpoint: 'https://me@push.example/x', keys }],
    ['a very long address', { endpoint: `https://push.example/${'x'.repeat(1_024)}`, keys }],
    [
      'a point that is not on the curve',
      { endpoint: 'https://push.example/x', keys: { ...keys, p256dh: notOnCurve.toString('base64url') } },
    ],
    ['a short secret', { endpoint: 'https://push.example/x', keys: { ...keys, auth: 'abc' } }],
    ['no keys', { endpoint: 'https://push.example/x' }],
  ])('SEC-92 %s is refused', async (_what, body) => {
    const ada = newUser()
    expect(await ada.call(contract.subscribeToPush, { body })).toMatchObject({
      status: 400,
      body: { message: errors.invalidPushSubscription.message, code: expect.any(String) },
    })
    expect((await settingsOf(ada)).devices).toEqual([])
  })

  test('the end of a session ends the notifications of its devices at once', async () => {
    const [ada, ben] = [newUser(), newUser()]
    await withDevice(ada)
    await withDevice(ben)
    broadcast(nats, sessionsRevoked, { sids: [ada.sid] })
    await vi.waitFor(async () => expect((await settingsOf(ada)).devices).toEqual([]), WAIT)
    expect((await settingsOf(ben)).devices).toHaveLength(1)
  })
})

describe('a push', () => {
  test('announces a match without a name, a photo or the length of its text', async () => {
    const { ben, device } = await notifiedMatch()
    expect(device.received).toEqual([
      {
        status: 201,
        topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
        urgency: 'high',
        ttlSeconds: expect.any(Number),
        content: { type: 'MATCH', userId: ben.id, count: 1, badge: 1, text: 'You have a new match' },
        bytes: 1127,
        at: expect.any(Number),
      },
    ])
    expect(device.received[0]?.ttlSeconds).toBeLessThanOrEqual(PUSH_TTL_MS / 1_000)
    expect(device.received[0]?.ttlSeconds).toBeGreaterThan(PUSH_TTL_MS / 1_000 - 60)
  })

  test('names the other user only for users who asked for names', async () => {
    const [ada, ben] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' })]
    const device = await withDevice(ada)
    expect((await put(ada, { names: true })).body).toMatchObject({ names: true })
    await ben.like(ada)
    const [push] = await receivedBy(device, 1)
    expect(push?.content).toEqual({
      ...{ type: 'LIKE', userId: ben.id, count: 1, badge: 1, name: 'Ben' },
      text: 'Ben likes you',
    })
    expect(push?.bytes).toBe(1127)
  })

  test('names nobody, or is not sent at all, when the community has switched that off (10.community.features)', async () => {
    onTestFinished(() => changeSettings(nats, {}))
    const setFeatures = (off: object) => changeSettings(nats, { features: { ...DEFAULT_SETTINGS.features, ...off } })
    const ada = newUser()
    const device = await withDevice(ada)
    await put(ada, { names: true })
    const pushesOfLike = async () => {
      const before = device.received.length
      await newUser({ name: 'Ben' }).like(ada)
      await workDone()
      return device.received.slice(before).map(({ content }) => Object.keys(content as object))
    }
    expect(await pushesOfLike()).toEqual([expect.arrayContaining(['type', 'name'])])
    await setFeatures({ webPushNames: false })
    await vi.waitFor(
      async () => expect(await pushesOfLike()).toEqual([['type', 'userId', 'count', 'badge', 'text']]),
      WAIT,
    )
    await setFeatures({ push: false })
    await vi.waitFor(async () => expect(await pushesOfLike()).toEqual([]), WAIT)
  })

  test('counts the unread likes, and has another topic for each like', async () => {
    const ada = newUser()
    const device = await withDevice(ada)
    for (let n = 1; n <= 3; n++) {
      await newUser().like(ada)
      await receivedBy(device, n)
    }
    expect(device.received.map(({ content }) => content)).toMatchObject([{ count: 1 }, { count: 2 }, { count: 3 }])
    expect(new Set(device.received.map(({ topic }) => topic)).size).toBe(3)
  })

  test('goes to every device of the user', async () => {
    const ada = newUser()
    const devices = [await withDevice(ada), await withDevice(ada)]
    await newUser().like(ada)
    await Promise.all(devices.map((device) => receivedBy(device, 1)))
    await workDone()
    expect(devices.map(({ received }) => received.length)).toEqual([1, 1])
  })

  test('counts the unread messages of a conversation, with one topic for all of them', async () => {
    const { ada, ben, device } = await notifiedMatch()
    await leaveUnseen(ada, ben, 3)
    await receivedBy(device, 2)
    const badge = 4 // three messages, and the notification of the match
    expect(device.received[1]).toMatchObject({
      status: 201,
      content: { type: 'MESSAGE', userId: ben.id, count: 3, badge },
    })
    await models.PushSlot.updateMany({ userId: ada.id }, { $set: { at: new Date(0) } })
    await leaveUnseen(ada, ben, 5)
    await receivedBy(device, 3)
    expect(device.received[2]).toMatchObject({ content: { count: 5 }, topic: device.received[1]?.topic })
  })

  test('counts in its badge as the app does: two matches with one user are one', async () => {
    const { ada, ben, device } = await notifiedMatch()
    const [known] = await models.Notification.find({ userId: ada.id }).lean()
    if (!known) throw new Error('no notification')
    const older = { ...known, _id: -known._id, cause: 'older', createdAt: new Date(0), outbox: [] }
    await models.Notification.create(older)
    await queue(ada, ben, {})
    await receivedBy(device, 2)
    expect(device.received[1]?.content).toMatchObject({ type: 'MATCH', badge: 1 })
  })

  test('SEC-139 counts no like of a suspended user, which the app does not show', async () => {
    const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
    const device = await withDevice(ada)
    await ben.like(ada)
    await receivedBy(device, 1)
    await workDone()
    const suspendedUntil = new Date(Date.now() + 60_000).toISOString()
    await publishEvent(userUpdated, { profile: { ...ben.profile, suspendedUntil } }, { rev: 2 })
    await eventsHandled()
    await cleo.like(ada)
    expect((await receivedBy(device, 2))[1]?.content).toMatchObject({ type: 'LIKE', count: 1, badge: 1 })
  })

  test('goes without the badge while chat is unavailable; a push about messages waits for chat', async () => {
    const { ada, ben, device } = await notifiedMatch()
    social.setChatDown(true)
    onTestFinished(() => social.setChatDown(false))
    await leaveUnseen(ada, ben, 3)
    const cleo = newUser()
    await cleo.like(ada)
    await receivedBy(device, 2)
    expect(device.received[1]?.content).toEqual({
      ...{ type: 'LIKE', userId: cleo.id, count: 1 },
      text: 'You have a new like',
    })
    social.setChatDown(false)
    await receivedBy(device, 3)
    expect(device.received[2]?.content).toMatchObject({ type: 'MESSAGE', userId: ben.id, count: 3 })
  })

  test('is not sent twice for the same messages, even if chat hands them over again', async () => {
    const { ada, ben, device } = await notifiedMatch()
    await leaveUnseen(ada, ben, 3)
    await receivedBy(device, 2)
    await leaveUnseen(ada, ben, 3, 'another id')
    await workDone()
    expect(device.received).toHaveLength(2)
  })
})

describe('settings', () => {
  test('a user who has chosen nothing has the defaults, until a request replaces them', async () => {
    const ada = newUser()
    expect(await settingsOf(ada)).toEqual({ ...SETTINGS, devices: [] })
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
    const response = await put(ada, { likes: false, quietHours })
    expect(response).toMatchObject({ status: 200, body: { ...SETTINGS, likes: false, quietHours, devices: [] } })
    expect(await settingsOf(ada)).toEqual(response.body)
    await put(ada, {})
    expect(await settingsOf(ada)).toEqual({ ...SETTINGS, devices: [] })
  })

  test.each([
    [
      'an unknown time zone',
      { quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Atlantis' } },
      'Unknown time zone',
    ],
    [
      'an offset instead of a time zone',
      { quietHours: { from: '22:00', to: '07:00', timeZone: '+02:00' } },
      'Unknown time zone',
    ],
    ['no time', { quietHours: { from: '24:00', to: '07:00', timeZone: 'UTC' } }, 'Choose a time'],
    ['no boolean', { likes: 'yes' }, 'Invalid settings'],
  ])('%s is refused', async (_what, changed, message) => {
    expect(await put(newUser(), changed)).toMatchObject({ status: 400, body: { message } })
  })

  test('a type that is off is not sent', async () => {
    const { ada, ben, device } = await notifiedMatch()
    await put(ada, { matches: false, messages: false })
    await queue(ada, ben, {})
    await leaveUnseen(ada, ben, 1)
    await newUser().like(ada)
    await receivedBy(device, 2)
    await workDone()
    expect(device.received.map(({ content }) => content)).toMatchObject([{ type: 'MATCH' }, { type: 'LIKE' }])
  })

  test('in quiet hours only the badge changes, once in an hour', async () => {
    const ada = newUser()
    const device = await withDevice(ada)
    await put(ada, { quietHours: { from: '00:00', to: '00:00', timeZone: 'Asia/Kolkata' } })
    await newUser().like(ada)
    await newUser().like(ada)
    await receivedBy(device, 1)
    await workDone()
    expect(device.received).toMatchObject([{ urgency: 'low', content: { type: null } }])
    expect(Object.keys(device.received[0]?.content as object).toSorted()).toEqual(['badge', 'type'])
  })
})

describe('at the time of sending', () => {
  test.each<[string, (users: { ada: TestUser; ben: TestUser }) => Promise<unknown>]>([
    [
      'the other user is blocked',
      async ({ ada, ben }) => publishEvent(blockCreated, { blockerId: ada.id, blockedId: ben.id }),
    ],
    [
      'the other user is suspended',
      async ({ ben }) => {
        const suspendedUntil = new Date(Date.now() + 60_000).toISOString()
        await publishEvent(userUpdated, { profile: { ...ben.profile, suspendedUntil } }, { rev: 2 })
      },
    ],
    [
      'the other user has deleted the account',
      async ({ ben }) => {
        social.accounts.delete(ben.id)
        await publishEvent(userDeleted, { userId: ben.id })
      },
    ],
    ['the match has ended', async ({ ada, ben }) => ben.call(unlikeUser, { params: { userId: ada.id } })],
    ['the notification is read', async ({ ada }) => ada.call(readAllNotifications)],
    ['the session has ended, and its broadcast was lost', async ({ ada }) => social.ended.add(ada.sid)],
  ])('it sends nothing when %s', async (_what, change) => {
    const { ada, ben, device } = await notifiedMatch()
    const notificationId = (await models.Notification.findOne({ userId: ada.id }).lean())?._id ?? 0
    await change({ ada, ben })
    await eventsHandled()
    await queue(ada, ben, { notificationId })
    await workDone()
    expect(device.received).toHaveLength(1)
  })

  test('when the session has ended, it removes the device, and its check does not use the session', async () => {
    const { ada, ben } = await notifiedMatch()
    social.ended.add(ada.sid)
    await queue(ada, ben, {})
    await workDone()
    expect((await settingsOf(ada)).devices).toEqual([])
    expect(social.checks.length).toBeGreaterThan(0)
    expect(social.checks.every(({ isIdle }) => isIdle === true)).toBe(true)
  })

  test('it sends nothing about messages that a device has received or the user has read', async () => {
    const { ada, ben, device } = await notifiedMatch()
    social.unread.set(ada.id, { total: 2, ofPartner: { unread: 2, deliveredSeq: 7 } })
    await queue(ada, ben, { type: 'MESSAGE', seq: 7 })
    await workDone()
    social.unread.set(ada.id, { total: 0, ofPartner: { unread: 0, deliveredSeq: 6 } })
    await queue(ada, ben, { type: 'MESSAGE', seq: 7 })
    await workDone()
    social.unread.set(ada.id, { total: 0, ofPartner: null })
    await queue(ada, ben, { type: 'MESSAGE', seq: 7 })
    await workDone()
    expect(device.received).toHaveLength(1)
  })

  test('a push older than a day has expired', async () => {
    const { ada, ben, device } = await notifiedMatch()
    await queue(ada, ben, { at: new Date(Date.now() - PUSH_TTL_MS).toISOString() })
    await workDone()
    expect(device.received).toHaveLength(1)
  })

  test('it removes a device that was subscribed with other keys', async () => {
    const { ada, ben, device } = await notifiedMatch()
    await models.PushDevice.updateOne({ userId: ada.id }, { $set: { vapidPublicKey: 'of before' } })
    await queue(ada, ben, {})
    await workDone()
    expect(device.received).toHaveLength(1)
    expect((await settingsOf(ada)).devices).toEqual([])
  })
})

describe('push hosts', () => {
  test.each([404, 410])('when the host no longer knows a device (%i), it is removed', async (status) => {
    const { ada, ben, device } = await notifiedMatch()
    device.answerWith(status)
    await queue(ada, ben, {})
    await workDone()
    expect(device.received).toHaveLength(2)
    expect((await settingsOf(ada)).devices).toEqual([])
  })

  test('when an unknown host refuses a push for good, it is not asked again and nothing fails', async () => {
    const { ada, ben, device } = await notifiedMatch()
    device.answerWith(413)
    await queue(ada, ben, {})
    await workDone()
    expect((await settingsOf(ada)).devices).toEqual([])
    const letters = deadLettersOf(models.Profile.db)
    expect(await letters.countDocuments({ text: { $regex: `"userId":${ada.id},` } })).toBe(0)
    expect(social.errors).toEqual([])
  })

  test('when a known host refuses a push for good, the push becomes a dead letter', async () => {
    const { ada, ben } = await notifiedMatch()
    const known = await models.PushDevice.findOneAndUpdate(
      { userId: ada.id },
      { $set: { endpoint: 'https://fcm.googleapis.com/fcm/send/x', language: 'en' } },
    ).lean()
    const hostLimits = { begin: () => 0, end: () => {} }
    const webPush = {
      ...{ vapid: { publicKey: PUBLIC_KEY, privateKey: createVapidPrivateKey(), subject: 'mailto:a@example.org' } },
      ...{ allowLoopback: false, hostLimits, isActive: async () => true },
      poster: { post: async () => ({ status: 413, retryAfter: undefined }), stop: () => {} },
      plan: async () => ({ type: 'MATCH' as const, userId: ben.id, count: 1 }),
    }
    const work = { id: 'x', epoch: 0, at: new Date().toISOString(), cause: 'x', type: 'MATCH' as const }
    const ids = { userId: ada.id, aboutId: ben.id, deviceId: known?._id ?? '' }
    const sent = sendPush({ models } as Ctx, webPush, { ...work, ...ids }, 1) // the used part
    await expect(sent).rejects.toThrow(new CannotBeDone('push host responded 413'))
    expect((await settingsOf(ada)).devices).toHaveLength(1)
  })

  test('when a host fails, the push is repeated with its topic, not sooner than the host asks', async () => {
    const [failing, limited, skewed] = await Promise.all([notifiedMatch(), notifiedMatch(), notifiedMatch()])
    failing.device.answerWith(500, 201)
    limited.device.answerWith({ status: 429, retryAfter: '2' }, 201)
    skewed.device.answerWith(500, 201)
    await queue(failing.ada, failing.ben, {})
    await queue(limited.ada, limited.ben, {})
    // the clock of the queueing process is an hour behind, or of the sending process an hour ahead
    await queue(skewed.ada, skewed.ben, { at: new Date(Date.now() - 60 * 60 * 1_000).toISOString() })
    await Promise.all([failing, limited, skewed].map(({ device }) => receivedBy(device, 3)))
    await workDone()
    for (const { device } of [failing, limited, skewed]) {
      const [, first, second] = device.received
      expect(device.received).toHaveLength(3)
      expect(second?.topic).toBe(first?.topic)
      expect(second?.content).toEqual(first?.content)
    }
    const gapOf = ({ received: [, first, second] }: PushDevice) => (second?.at ?? 0) - (first?.at ?? 0)
    expect(gapOf(failing.device)).toBeGreaterThanOrEqual(PUSH_RETRY_MS - 50)
    expect(gapOf(limited.device)).toBeGreaterThanOrEqual(1_950)
  })

  test('a host that does not respond delays no other host, even with many pushes', async () => {
    const slow = await startPushHost()
    onTestFinished(() => slow.stop())
    const ada = newUser()
    const { subscription, received, answerWith } = slow.createDevice(PUBLIC_KEY)
    answerWith('hang')
    await subscribe(ada, { subscription })
    const ben = newUser()
    await ben.like(ada)
    await ada.like(ben)
    const queued = 300
    await Promise.all(Array.from({ length: queued }, () => queue(ada, ben, {})))
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), WAIT)

    const carol = newUser()
    const device = await withDevice(carol)
    await newUser().like(carol)
    await receivedBy(device, 1)
    expect(received.length).toBeLessThan(queued / 4) // the others still wait for the slow host
    await ada.call(contract.unsubscribeFromPush, { body: { endpoint: subscription.endpoint } })
    await manager.streams.purge(deviceNotified.stream.name, { filter: deviceNotified.subject })
  })

  test('SEC-92 a redirect is not followed', async () => {
    const { ada, ben, device } = await notifiedMatch()
    device.answerWith(307)
    await queue(ada, ben, {})
    await workDone()
    expect(device.received).toHaveLength(2)
    expect((await settingsOf(ada)).devices).toEqual([]) // counts as a refusal
  })
})

describe('slots', () => {
  const ctx = { models } as unknown as Ctx // the used part
  const wanted: SlotRequest = {
    ...{ key: 'slot-test', userId: -1, aboutId: -2, seq: 5, workId: 'first', epoch: 0 },
    everyMs: PUSH_PER_CONVERSATION_MS,
  }

  test('when several ask at once, one gets the slot', async () => {
    const slots = await Promise.all(
      Array.from({ length: 10 }, (_, i) => takeSlot(ctx, { ...wanted, key: 'race', workId: `work-${i}` })),
    )
    expect(slots.filter((slot) => slot === 'taken')).toHaveLength(1)
    expect(slots.filter((slot) => slot === 'done')).toHaveLength(9)
  })

  test('newer messages wait for the rest of the minute, and a repeated request has the slot', async () => {
    expect(await takeSlot(ctx, wanted)).toBe('taken')
    expect(await takeSlot(ctx, wanted)).toBe('taken')
    expect(await takeSlot(ctx, { ...wanted, workId: 'second' })).toBe('done')
    expect(await takeSlot(ctx, { ...wanted, seq: 4, workId: 'second' })).toBe('done')
    const newer = { ...wanted, seq: 6, workId: 'third' }
    const slot = await takeSlot(ctx, newer)
    expect(slot).toEqual({ freeInMs: expect.any(Number) })
    expect((slot as { freeInMs: number }).freeInMs).toBeGreaterThan(PUSH_PER_CONVERSATION_MS - 10_000)
    await models.PushSlot.updateOne(
      { _id: wanted.key },
      { $set: { at: new Date(Date.now() - PUSH_PER_CONVERSATION_MS) } },
    )
    expect(await takeSlot(ctx, newer)).toBe('taken')
  })

  test('a slot that was taken by a clock far ahead is free', async () => {
    const key = 'slot-ahead'
    expect(await takeSlot(ctx, { ...wanted, key })).toBe('taken')
    await models.PushSlot.updateOne({ _id: key }, { $set: { at: new Date(Date.now() + 60 * 60 * 1_000) } })
    expect(await takeSlot(ctx, { ...wanted, key, seq: 6, workId: 'second' })).toBe('taken')
  })

  test('INV-2 when messages wait for a slot, the newest takes it, and older ones never notify', async () => {
    const key = 'slot-waiting'
    const of = (seq: number) => takeSlot(ctx, { ...wanted, key, seq, workId: `work-${seq}` })
    expect(await of(1)).toBe('taken')
    for (const seq of [2, 4, 3]) await of(seq)
    expect(await of(4)).toEqual({ freeInMs: expect.any(Number) })
    const endMinute = () =>
      models.PushSlot.updateOne({ _id: key }, { $set: { at: new Date(Date.now() - PUSH_PER_CONVERSATION_MS) } })
    await endMinute()
    expect([await of(2), await of(3), await of(4), await of(4)]).toEqual(['done', 'done', 'taken', 'taken'])
    await endMinute()
    expect([await of(2), await of(3)]).toEqual(['done', 'done'])
    expect(await of(5)).toBe('taken')
  })
})

describe('the data of a user', () => {
  test('the user’s copy of the data has settings and devices, without the device addresses', async () => {
    const ada = newUser()
    await withDevice(ada)
    await put(ada, { names: true })
    const { items, next } = await request(nats, getExportedNotificationSettings, { userId: ada.id, after: '' })
    expect([items, next]).toEqual([
      [{ ...SETTINGS, names: true, devices: [expect.objectContaining({ current: false })] }],
      null,
    ])
    expect(JSON.stringify(items)).not.toContain('http')
  })

  test('SEC-120 nothing stays after the deletion of the account', async () => {
    const { ada, ben } = await notifiedMatch()
    await put(ada, { names: true })
    await leaveUnseen(ada, ben, 2)
    await withDevice(ben)
    await leaveUnseen(ben, ada, 2)
    await workDone()
    social.accounts.delete(ada.id)
    await publishEvent(userDeleted, { userId: ada.id })
    await eventsHandled()
    const counts = await Promise.all([
      models.PushDevice.countDocuments({ userId: ada.id }),
      models.NotificationSettings.countDocuments({ _id: ada.id }),
      models.PushSlot.countDocuments({ $or: [{ userId: ada.id }, { aboutId: ada.id }] }),
    ])
    expect(counts).toEqual([0, 0, 0])
  })

  test('INV-12 a reset deletes it', async () => {
    const { ada, ben } = await notifiedMatch()
    await put(ada, { names: true })
    await leaveUnseen(ada, ben, 2)
    await workDone()
    await request(nats, resetOf('social'), { epoch: 1 })
    const { PushDevice, PushSlot, NotificationSettings } = models
    const older = { epoch: 0 }
    const left = [
      PushDevice.countDocuments(older),
      PushSlot.countDocuments(older),
      NotificationSettings.countDocuments(older),
    ]
    expect(await Promise.all(left)).toEqual([0, 0, 0])
  })
})

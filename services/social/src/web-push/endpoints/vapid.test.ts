import { createVapidPrivateKey, vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { startPushHost } from '@zing/testing/push-host'
import { afterAll, expect, test } from 'vitest'
import { createPoster } from './post.ts'
import { toPushRequest, topicOf } from './vapid.ts'

const privateKey = createVapidPrivateKey()
const vapid = { privateKey, publicKey: vapidPublicKeyOf(privateKey), subject: 'mailto:me@zing.example' }
const host = await startPushHost()
const poster = createPoster({ allowLoopback: true })
afterAll(async () => {
  poster.stop()
  await host.stop()
})

const options = { cause: 'notification:7', ttlSeconds: 60, urgency: 'high' as const }

test('a push host that checks signature and encryption itself accepts and reads a push', async () => {
  const { subscription, received } = host.createDevice(vapid.publicKey)
  const device = { endpoint: subscription.endpoint, ...subscription.keys }
  const content = { type: 'LIKE' as const, userId: 7, count: 2, name: 'Zoë 💕'.repeat(8) }
  expect((await poster.post(toPushRequest(vapid, device, content, options))).status).toBe(201)
  expect(received).toMatchObject([{ content, topic: topicOf(vapid, options.cause), ttlSeconds: 60, urgency: 'high' }])
  expect(host.problems).toEqual([])
})

test('the push host of the tests refuses a wrong server, a wrong host and a wrong key', async () => {
  const other = createVapidPrivateKey()
  const stranger = { ...vapid, privateKey: other, publicKey: vapidPublicKeyOf(other) }
  const { subscription, received } = host.createDevice(vapid.publicKey)
  const device = { endpoint: subscription.endpoint, ...subscription.keys }
  const content = { type: 'LIKE' as const, userId: 7 }
  expect((await poster.post(toPushRequest(stranger, device, content, options))).status).toBe(403)

  const elsewhere = toPushRequest(vapid, { ...device, endpoint: 'https://push.example/x' }, content, options)
  expect((await poster.post({ ...elsewhere, endpoint: device.endpoint })).status).toBe(401)

  const forAnother = { ...device, p256dh: host.createDevice().subscription.keys.p256dh }
  expect((await poster.post(toPushRequest(vapid, forAnother, content, options))).status).toBe(400)
  expect(received).toEqual([])
  expect(host.problems).toHaveLength(3)
})

test('every push has the same length, whatever its content', () => {
  const { subscription } = host.createDevice()
  const device = { endpoint: subscription.endpoint, ...subscription.keys }
  const contents = [
    { type: null, badge: 1 },
    { type: 'MESSAGE' as const, userId: 123_456_789, count: 200, badge: 1_000, name: '𝔷'.repeat(50) },
  ]
  expect(contents.map((content) => toPushRequest(vapid, device, content, options).body.length)).toEqual([1127, 1127])
})

test('a topic is the same for each attempt, reveals no ids, and differs between installations', () => {
  const topic = topicOf(vapid, 'messages:7:8')
  expect(topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(topicOf(vapid, 'messages:7:8')).toBe(topic)
  expect(topicOf(vapid, 'messages:8:7')).not.toBe(topic)
  expect(topicOf({ privateKey: createVapidPrivateKey() }, 'messages:7:8')).not.toBe(topic)
})

import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { passUser, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { listNotifications } from '@zing/proto/http/social'
import { blockCreated } from '@zing/proto/nats/events'
import { PAGE_SIZE } from '@zing/proto/nats/rpc/pages'
import {
  type ExportedPair,
  getExportedDiscovery,
  getExportedNotifications,
  getExportedPairs,
  getExportedPasses,
} from '@zing/proto/nats/rpc/social'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { request } from '@zing/testing/request'
import { afterAll, expect, test } from 'vitest'
import { setupSocial, type TestUser } from './setup-social.ts'

const { publishEvent, env, match, models, newUser, eventsHandled } = await setupSocial()
const caller = connectNats(env.NATS_URL, 'caller', createLog('caller', 'silent'))
await caller.connection
afterAll(() => caller.drain())

async function pairsOf({ id }: TestUser): Promise<ExportedPair[]> {
  const items: ExportedPair[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { items: ExportedPair[]; next: string | null } = await request(caller, getExportedPairs, {
      userId: id,
      after,
    })
    items.push(...page.items)
    after = page.next
  }
  return items
}

test('it has own likes and matches with names, but no received likes and blocked users', async () => {
  const [ada, ben] = await match()
  const [cleo, dana, eve] = [newUser({ name: 'Cleo' }), newUser({ name: 'Dana' }), newUser({ name: 'Eve' })]
  await ada.like(cleo)
  await dana.like(ada)
  await ada.like(eve)
  await publishEvent(blockCreated, { blockerId: eve.id, blockedId: ada.id })
  await eventsHandled()
  const time = expect.any(String)
  const pairs = await pairsOf(ada)
  expect(pairs.toSorted((a, b) => a.userId - b.userId)).toEqual([
    { userId: ben.id, name: 'Ben', likedAt: time, matchedAt: time },
    { userId: cleo.id, name: 'Cleo', likedAt: time, matchedAt: null },
  ])
})

test('it has the user’s own passes and preferences, but no pass by others', async () => {
  const [ada, ben, cleo] = [newUser({ name: 'Ada' }), newUser({ name: 'Ben' }), newUser({ name: 'Cleo' })]
  const preferences: DiscoveryPreferences = { ...NO_PREFERENCES, genders: ['male'], ageMin: 30 }
  await ada.call(passUser, { body: { userId: ben.id } })
  await cleo.call(passUser, { body: { userId: ada.id } })
  await ada.call(setDiscoveryPreferences, { body: preferences })
  const input = { userId: ada.id, after: '' }
  const passes = [{ userId: ben.id, name: 'Ben', passedAt: expect.any(String) }]
  expect(await request(caller, getExportedPasses, input)).toEqual({ items: passes, next: null })
  expect(await request(caller, getExportedDiscovery, input)).toEqual({
    items: [{ preferences, alerts: false, activeOn: null }],
    next: null,
  })
  expect(await request(caller, getExportedDiscovery, { userId: 999_999, after: '' })).toEqual({ items: [], next: null })
})

test('every like is on exactly one page', async () => {
  const lo = 600_000
  const pairs = Array.from({ length: PAGE_SIZE + 3 }, (_, i) => {
    const members = [lo, 900_000 + i]
    return { _id: members.join(':'), members, loLikedAt: new Date(), rev: 1, epoch: 0 }
  })
  await models.Pair.insertMany(pairs)
  const found = await pairsOf({ ...newUser(), id: lo })
  expect(found.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual(pairs.map((_, i) => 900_000 + i))
  expect(found.every(({ name }) => name === null)).toBe(true)
  await models.Pair.deleteMany({ members: lo })
})

test('it has the notifications that the user can see', async () => {
  const [ada] = await match()
  await eventsHandled()
  const { items, next } = await request(caller, getExportedNotifications, { userId: ada.id, after: '' })
  expect([items, next]).toEqual([(await ada.call(listNotifications)).body, null])
  expect(items).toHaveLength(1)
})

import { unlikeUser } from '@zing/proto/http/social'
import { blockCreated } from '@zing/proto/nats/events'
import { getRelated } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupSocial, type TestUser } from '../setup-social.ts'

const { publishEvent, models, nats, match, newUser } = await setupSocial()

async function isRelated({ id: userId }: TestUser, { id }: TestUser): Promise<boolean> {
  const { relatedIds } = await request(nats, getRelated, { userId, otherIds: [id, userId, 999_999] })
  expect(relatedIds.filter((found) => found !== id)).toEqual([])
  return relatedIds.length === 1
}

test('when two users are or were matched, they are related; a like alone does not count', async () => {
  const [ada, ben] = await match()
  expect([await isRelated(ada, ben), await isRelated(ben, ada)]).toEqual([true, true])
  await ada.call(unlikeUser, { params: { userId: ben.id } })
  expect([await isRelated(ada, ben), await isRelated(ben, ada)]).toEqual([true, true])
  const cleo = newUser()
  expect(await isRelated(ada, cleo)).toBe(false)
  await ada.like(cleo)
  expect(await isRelated(ada, cleo)).toBe(false)
})

test('when one user has blocked the other, they are related', async () => {
  const [ada, ben] = [newUser(), newUser()]
  await publishEvent(blockCreated, { blockerId: ada.id, blockedId: ben.id })
  const blocked = { _id: pairKey(ada.id, ben.id), blocked: true }
  await vi.waitFor(async () => expect(await models.Pair.exists(blocked)).not.toBeNull(), WAIT)
  expect([await isRelated(ada, ben), await isRelated(ben, ada)]).toEqual([true, true])
})

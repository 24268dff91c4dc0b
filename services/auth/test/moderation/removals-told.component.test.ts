import { updateUser } from '@zing/proto/http/auth'
import type { ProfileText } from '@zing/proto/moderation/decisions'
import { contentRemoved, sanctionImposed, sanctionLifted, userUpdated } from '@zing/proto/nats/events'
import { getRemoval } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { photo, versionOf } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const { db, nats, newUser, publishEvent, eventsHandled, events } = await setupAuth()
type User = Awaited<ReturnType<typeof newUser>>

let decisions = 0
interface Removed {
  photoVersion?: number
  field?: ProfileText
}

/** Decides as admin does. Resolves when auth has handled the event and published its own events. */
async function remove({ user }: User, { photoVersion, field }: Removed, decisionId = ++decisions) {
  const action = field ? ('remove-text' as const) : ('remove-photo' as const)
  const what = { field: field ?? null, ...(photoVersion !== undefined && { photoVersion }) }
  const decision = { userId: user.id, decisionId, action, reason: 'hate' as const, text: 'Not here.', ...what }
  await publishEvent(sanctionImposed, { ...decision, until: null })
  await settled()
  return decision
}

async function settled(): Promise<void> {
  await eventsHandled()
  const unpublished = { 'outbox.0': { $exists: true } }
  await vi.waitFor(async () => expect(await db.collection('users').countDocuments(unpublished)).toBe(0), WAIT)
}

const toldOf = ({ user }: User) => events.of(contentRemoved).filter(({ userId }) => userId === user.id)
const isNoted = ({ userId, decisionId }: { userId: number; decisionId: number }) =>
  request(nats, getRemoval, { userId, decisionId })

test('a removal is announced once, with reason and words, after the profile has changed', async () => {
  const ada = await newUser({ selfie: await photo() })
  const removal = await remove(ada, { photoVersion: versionOf(ada.user.selfie) })
  await remove(ada, { photoVersion: versionOf(ada.user.selfie) }, removal.decisionId) // a repeated event
  const { userId, decisionId, action, reason, text } = removal
  expect(toldOf(ada)).toMatchObject([{ userId, decisionId, action, reason, text, rev: 2 }])
  expect(
    events.of(userUpdated).find(({ rev, profile }) => profile.id === userId && rev === 2)?.profile.selfie,
  ).toBeNull()
  expect(await isNoted(removal)).toEqual({ isRemoved: true })

  await publishEvent(sanctionLifted, removal)
  await settled()
  expect([toldOf(ada).length, await isNoted(removal)]).toEqual([1, { isRemoved: false }])
})

test('when the owner has replaced the photo, nothing is removed, and there is no notice', async () => {
  const ada = await newUser({ selfie: await photo() })
  await ada.call(updateUser, { body: { selfie: await photo(20, 20) } })
  const removal = await remove(ada, { photoVersion: versionOf(ada.user.selfie) })
  const [without, ben] = [await newUser(), await newUser()]
  await remove(without, {})
  expect([toldOf(ada), toldOf(without), await isNoted(removal)]).toEqual([[], [], { isRemoved: false }])
  expect(await isNoted({ ...removal, userId: ben.user.id })).toEqual({ isRemoved: false })
  expect(await isNoted({ ...removal, userId: 999_999 })).toEqual({ isRemoved: false })
})

test('a removed text is announced once, not again by a later decision', async () => {
  const ada = await newUser()
  await ada.call(updateUser, { body: { bio: 'Hello' } })
  const first = await remove(ada, { field: 'bio' })
  const second = await remove(ada, { field: 'bio' })
  expect(toldOf(ada)).toMatchObject([{ decisionId: first.decisionId, action: 'remove-text' }])
  expect([await isNoted(first), await isNoted(second)]).toEqual([{ isRemoved: true }, { isRemoved: false }])
})

import { getUser, updateUser } from '@zing/proto/http/auth'
import { caseClosed, caseOpened, userUpdated } from '@zing/proto/nats/events'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { setupAuth } from '../setup-auth.ts'

const { nats, db, newUser, publishEvent, eventsHandled, events } = await setupAuth()
type User = Awaited<ReturnType<typeof newUser>>

let cases = 0
/** Creates a case about a user. Admin publishes its events. */
function newCase({ user }: User) {
  cases += 1
  const payload = { userId: user.id, caseId: cases }
  const send = (contract: typeof caseOpened, rev: number, epoch = 0) =>
    publishEvent(contract, payload, { rev, epoch }).then(eventsHandled)
  return {
    opened: (rev = 1, epoch = 0) => send(caseOpened, rev, epoch),
    closed: (rev: number) => send(caseClosed, rev),
  }
}

const isReported = async ({ user }: User) =>
  (await request(nats, getReplicatedProfile, { userId: user.id }))?.profile.isReported
const revOf = async ({ user }: User) => (await request(nats, getReplicatedProfile, { userId: user.id }))?.rev

describe('SEC-147 an account is reported while a case about it is open', () => {
  test('other services learn it with the profile, but the user does not', async () => {
    const ada = await newUser()
    const before = (await ada.call(getUser)).body
    const one = newCase(ada)
    await one.opened()
    expect(await isReported(ada)).toBe(true)
    await vi.waitFor(() => {
      const update = events.of(userUpdated).findLast(({ profile }) => profile.id === ada.user.id)
      expect(update).toMatchObject({ rev: 2, profile: { isReported: true } })
    }, WAIT)
    expect((await ada.call(getUser)).body).toEqual(before)
    expect((await ada.call(updateUser, { body: { age: 44 } })).body).toEqual({ ...before, age: 44 })

    await one.closed(4)
    expect(await isReported(ada)).toBe(false)
  })

  test('when an undone decision reopens a case, the case counts again', async () => {
    const ada = await newUser()
    const one = newCase(ada)
    await one.opened()
    await one.closed(4)
    await one.opened(5)
    expect(await isReported(ada)).toBe(true)
  })

  test('repeated and late events change nothing, and publish nothing', async () => {
    const ada = await newUser()
    const one = newCase(ada)
    await one.opened()
    await one.opened()
    expect(await revOf(ada)).toBe(2)
    await one.closed(4)
    await one.opened()
    expect([await isReported(ada), await revOf(ada)]).toEqual([false, 3])
  })

  test('the end of one case does not end another', async () => {
    const ada = await newUser()
    const [one, two] = [newCase(ada), newCase(ada)]
    await two.opened() // admin publishes the events of different cases in any order
    await one.opened()
    await one.closed(2)
    expect(await isReported(ada)).toBe(true)
    await two.closed(2)
    expect(await isReported(ada)).toBe(false)
  })

  test('a change of the profile keeps it', async () => {
    const ada = await newUser()
    await newCase(ada).opened()
    await ada.call(updateUser, { body: { name: 'Ada Byron' } })
    expect(await isReported(ada)).toBe(true)
  })

  test('a deleted user is no failure', async () => {
    const ada = await newUser()
    await newCase({ ...ada, user: { ...ada.user, id: 999_999 } }).opened()
    expect(await db.collection('dead_letters').countDocuments()).toBe(0)
  })
})

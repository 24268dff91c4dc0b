import { DAILY_LIMITS, NEW_ACCOUNT_MS } from '@zing/proto/accounts/trust'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { getProfile, unlikeUser } from '@zing/proto/http/social'
import { blockCreated, userDeleted, userUpdated } from '@zing/proto/nats/events'
import { changeSettings } from '@zing/testing/change-settings'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { start } from '../../src/start.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'

const { config, nats, publishEvent, models, newUser, accounts, match, eventsHandled } = await setupSocial()
const DAY_MS = 24 * 60 * 60 * 1_000
const LIMITS = DAILY_LIMITS.normal // the profile of the tests
const today = () => Math.floor(Date.now() / DAY_MS)
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const newcomer = (url?: string) => newUser({ createdAt: ago(60_000) }, url)
const refused = errors.noLikesLeft().body

/** Leaves a user this many likes today; earlier likes become likes of yesterday. */
async function leaveLikes(user: { id: number }, max: number, left: number): Promise<void> {
  const ids = Array.from({ length: max - left }, (_, i) => 5_000_000 + i)
  const expiresAt = new Date((today() + 1) * DAY_MS)
  await models.DailyUsage.updateOne({ _id: `${today()}:${user.id}:likes` }, { ids, expiresAt }, { upsert: true })
}

async function report({ id, profile }: TestUser, isReported: boolean, rev: number): Promise<void> {
  const changed = { ...profile, isReported }
  accounts.set(id, { profile: changed, rev, epoch: 0 })
  await publishEvent(userUpdated, { profile: changed }, { rev })
  await vi.waitFor(async () => expect((await models.Profile.findById(id).lean())?.rev).toBe(rev), WAIT)
}

describe('SEC-147 likes of a day', () => {
  test('an account of the first 48 hours has a limit, and a 429 names the time to wait', async () => {
    const [ada, ben, cleo] = [newcomer(), newUser(), newUser()]
    await leaveLikes(ada, LIMITS.new.likes, 1)
    expect((await ada.like(ben)).status).toBe(200)
    const { status, body, headers } = await ada.like(cleo)
    expect([status, body]).toEqual([429, refused])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(DAY_MS / 1_000)
    const profile = (await ada.call(getProfile, { params: { id: cleo.id } })).body
    expect([profile.hasLiked, profile.likeCount]).toEqual([false, 0])
  })

  test('an account of 48 hours has no limit', async () => {
    const [ada, ben] = [newUser({ createdAt: ago(NEW_ACCOUNT_MS) }), newUser()]
    await leaveLikes(ada, LIMITS.new.likes, 0)
    expect((await ada.like(ben)).status).toBe(200)
  })

  test('a reported account has a lower limit until the case is closed', async () => {
    const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
    await report(ada, true, 2)
    await leaveLikes(ada, LIMITS.reported.likes, 1)
    expect((await ada.like(ben)).status).toBe(200)
    expect((await ada.like(cleo)).body).toEqual(refused)
    await report(ada, false, 3)
    expect((await ada.like(cleo)).status).toBe(200)
  })

  test('a new account that is reported has the lower limit, which counts earlier likes too', async () => {
    const [ada, ben, cleo] = [newcomer(), newUser(), newUser()]
    await leaveLikes(ada, LIMITS.reported.likes, 0)
    expect((await ada.like(ben)).status).toBe(200)
    await report(ada, true, 2)
    expect((await ada.like(cleo)).body).toEqual(refused)
  })

  test('a repeated like, and a like after an unlike of today, do not count', async () => {
    const [ada, ben, cleo] = [newcomer(), newUser(), newUser()]
    await leaveLikes(ada, LIMITS.new.likes, 1)
    await ada.like(ben)
    await ada.call(unlikeUser, { params: { userId: ben.id } })
    expect((await ada.like(ben)).status).toBe(200)

    const dora = newcomer()
    await dora.like(ben)
    await leaveLikes(dora, LIMITS.new.likes, 0)
    expect((await dora.like(ben)).status).toBe(200)
    expect((await dora.like(cleo)).status).toBe(429)
  })

  test('the limit does not distinguish a block from an unknown user', async () => {
    const [ada, ben] = [newcomer(), newUser()]
    await ada.like(ben)
    await publishEvent(blockCreated, { blockerId: ben.id, blockedId: ada.id })
    await eventsHandled()
    await leaveLikes(ada, LIMITS.new.likes, 0)
    const blocked = await ada.like(ben)
    const unknown = await ada.like({ id: 999_999 })
    expect([blocked.status, blocked.body]).toEqual([unknown.status, unknown.body])
    expect(blocked.status).toBe(404)
  })

  test('concurrent likes do not exceed the limit', async () => {
    const ada = newcomer()
    await leaveLikes(ada, LIMITS.new.likes, 3)
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => ada.like(newUser())))).map((one) => one.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  test('no user sees who is reported', async () => {
    const [ada, ben] = await match()
    await report(ada, true, 2)
    const seen = await ben.call(getProfile, { params: { id: ada.id } })
    const own = await ada.call(getProfile, { params: { id: ada.id } })
    expect(JSON.stringify([seen.body, own.body])).not.toMatch(/report/i)
  })

  test('profile strict allows a tenth, and RATE_PROFILE=off any number', async () => {
    const [strict, unlimited] = [
      await start({ ...config, RATE_PROFILE: 'strict' }),
      await start({ ...config, RATE_PROFILE: 'off' }),
    ]
    onTestFinished(async () => {
      await Promise.all([strict.stop(), unlimited.stop()])
    })
    const [ada, ben] = [newcomer(strict.url), newcomer(unlimited.url)]
    await leaveLikes(ada, DAILY_LIMITS.strict.new.likes, 1)
    await leaveLikes(ben, LIMITS.new.likes, 0)
    expect((await ada.like(newUser())).status).toBe(200)
    expect((await ada.like(newUser())).status).toBe(429)
    expect((await ben.like(newUser())).status).toBe(200)
  })

  test("the operator's own numbers hold as they are: some, none and no limit (10.community.trust)", async () => {
    onTestFinished(() => changeSettings(nats, {}))
    const setTrust = (changes: object) => changeSettings(nats, { trust: { ...DEFAULT_SETTINGS.trust, ...changes } })
    await setTrust({ new: { likes: 2, firstMessages: 0 }, reported: { likes: 0, firstMessages: 0 } })
    await vi.waitFor(async () => {
      const ada = newcomer()
      for (const status of [200, 200, 429]) expect((await ada.like(newUser())).status).toBe(status)
    }, WAIT)
    const ben = newUser()
    await report(ben, true, 2)
    expect((await ben.like(newUser())).body).toEqual(refused)
    await setTrust({ new: { likes: null, firstMessages: null } })
    const cleo = newcomer()
    await leaveLikes(cleo, LIMITS.new.likes, 0)
    await vi.waitFor(async () => expect((await cleo.like(newUser())).status).toBe(200), WAIT)
    await setTrust({ newHours: 0, new: { likes: 0, firstMessages: 0 } })
    await vi.waitFor(async () => expect((await newcomer().like(newUser())).status).toBe(200), WAIT)
    await setTrust({ newHours: 1, new: { likes: 0, firstMessages: 0 } })
    await vi.waitFor(async () => expect((await newcomer().like(newUser())).status).toBe(429), WAIT)
  })

  test('when the account is deleted, its counts go with it', async () => {
    const [ada, ben] = [newcomer(), newcomer()]
    await ada.like(ben)
    await ben.like(newUser())
    await publishEvent(userDeleted, { userId: ben.id })
    await eventsHandled()
    expect(await models.DailyUsage.countDocuments({ _id: `${today()}:${ben.id}:likes` })).toBe(0)
    expect((await models.DailyUsage.findById(`${today()}:${ada.id}:likes`).lean())?.ids).toEqual([])
  })
})

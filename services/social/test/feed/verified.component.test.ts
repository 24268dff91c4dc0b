import { DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'
import { getDiscoveryHints, getDiscoveryPreferences, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { getProfile, likeUser, listMatches, listUsers } from '@zing/proto/http/social'
import { getExportedDiscovery } from '@zing/proto/nats/rpc/social'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import type { ReplicatedProfile } from '@zing/proto/profiles/users'
import { changeSettings } from '@zing/testing/change-settings'
import { onMongoCommand } from '@zing/testing/mongo/mongo-commands'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildReplica } from '../build-replica.ts'
import { insertInParts } from '../insert-in-parts.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'
import { idsIn } from './read-feed.ts'

const { env, models, nats, newUser, updateAccount, eventsHandled } = await setupSocial()
const COLOGNE = { id: '2886242', name: 'Köln', kind: 'town', isVisiting: false } as const

/** Publishes the setting, and waits until social has it. */
async function setMode(verification: Settings['people']['verification']): Promise<void> {
  await changeSettings(nats, { people: { ...DEFAULT_SETTINGS.people, verification } })
  const [probe, other] = [await newMember({ verified: true }), await newMember()]
  const isShown = async () =>
    (await other.call(getProfile, { params: { id: probe.id } })).body.verified ===
    (verification === 'off' ? undefined : true)
  const isRequired = async () => (await other.like(probe)).status === 403
  await vi.waitFor(async () => {
    expect(await isShown()).toBe(true)
    expect(await isRequired()).toBe(verification === 'required')
  }, WAIT)
  for (const { id } of [probe, other]) await models.Profile.updateOne({ _id: id }, { $set: { hidden: true } })
}

/** A member whom social knows. */
async function newMember(more: Partial<ReplicatedProfile> = {}): Promise<TestUser> {
  const user = newUser(more)
  await user.call(getDiscoveryPreferences)
  return user
}
const newVerified = (more: Partial<ReplicatedProfile> = {}) => newMember({ verified: true, ...more })

async function prefer(user: TestUser, wanted: Partial<DiscoveryPreferences>) {
  const { status, body } = await user.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, ...wanted } })
  expect(status).toBe(200)
  return body
}

const sees = async (viewer: TestUser, other: TestUser) => (await idsIn(viewer, 'discover')).includes(other.id)
const seeEachOther = async (a: TestUser, b: TestUser) => [await sees(a, b), await sees(b, a)]

let verifiedQuery: Record<string, unknown> = {}
onMongoCommand(env.MONGO_URL, ({ command }) => {
  const { $db: _db, lsid: _lsid, ...query } = command
  if (query.aggregate === 'people' && query.hint?.verified) verifiedQuery = query
})
await setMode('offered')

describe('the badge', () => {
  test('is on the card, the profile and the match, and goes within an event', async () => {
    const [ada, ben] = [await newVerified(), await newMember()]
    const cardOf = async () => (await ben.call(listUsers, { query: { scope: 'discover' } })).body
    expect((await cardOf()).find(({ id }) => id === ada.id)?.verified).toBe(true)
    await ada.like(ben)
    await ben.like(ada)
    const badges = async () => [
      (await ben.call(getProfile, { params: { id: ada.id } })).body.verified,
      (await ben.call(listMatches)).body[0]?.verified,
    ]
    expect(await badges()).toEqual([true, true])
    expect((await ada.call(getProfile, { params: { id: ben.id } })).body).not.toHaveProperty('verified')
    const { verified: _lost, ...profile } = ada.profile
    await updateAccount(profile, 2)
    await eventsHandled()
    expect(await badges()).toEqual([undefined, undefined])
    expect(await models.Profile.findById(ada.id).lean()).not.toHaveProperty('verified')
  })
})

describe('verified only', () => {
  test.each([
    ['without other preferences', {}, {}],
    ['with an age', { ageMin: 30 }, {}],
    ['with a gender', { genders: ['other' as const] }, { gender: 'other' }],
    ['near a place', { maxDistanceKm: 50 as const }, { place: COLOGNE }],
  ])('%s holds both ways', async (_case, wanted, profile) => {
    const choosy = await newVerified(profile)
    const [verified, plain] = [await newVerified(profile), await newMember(profile)]
    expect(await prefer(choosy, { ...wanted, verifiedOnly: true })).toMatchObject({ verifiedOnly: true })
    expect(await seeEachOther(choosy, verified)).toEqual([true, true])
    expect(await seeEachOther(choosy, plain)).toEqual([false, false])
    await prefer(choosy, { ...wanted, verifiedOnly: false })
    expect(await seeEachOther(choosy, plain)).toEqual([true, true])
  })

  test('stays as it was when a client does not name it', async () => {
    const ada = await newMember()
    await prefer(ada, { verifiedOnly: true })
    expect((await prefer(ada, { ageMin: 25 })).verifiedOnly).toBe(true)
    expect((await ada.call(getDiscoveryPreferences)).body).toMatchObject({ ageMin: 25, verifiedOnly: true })
    const { items } = await request(nats, getExportedDiscovery, { userId: ada.id, after: '' })
    expect(items[0]?.preferences).toMatchObject({ verifiedOnly: true })
    expect(await prefer(ada, { verifiedOnly: false })).not.toHaveProperty('verifiedOnly')
  })

  test('follows a new badge, and a lost one, at once', async () => {
    const [choosy, ada] = [await newVerified(), await newMember()]
    await prefer(choosy, { verifiedOnly: true })
    expect(await seeEachOther(choosy, ada)).toEqual([false, false])
    await updateAccount({ ...ada.profile, verified: true }, 2)
    await eventsHandled()
    expect(await seeEachOther(choosy, ada)).toEqual([true, true])
    await updateAccount(ada.profile, 3)
    await eventsHandled()
    expect(await seeEachOther(choosy, ada)).toEqual([false, false])
  })

  test('counts for hints too', async () => {
    const crowd = Array.from({ length: 12 }, (_, at) =>
      buildReplica(500_000 + at, { age: 90, gender: 'nobody', ...(at < 6 && { verified: true }) }),
    )
    await models.Profile.insertMany(crowd)
    onTestFinished(async () => void (await models.Profile.deleteMany({ gender: 'nobody' })))
    const ada = await newVerified({ gender: 'nobody' })
    const wanted = { genders: ['other' as const], ageMin: 91, ageMax: 95 }
    await prefer(ada, wanted)
    const countOf = async () =>
      (await ada.call(getDiscoveryHints)).body.hints.find(({ change }) => change === 'age')?.count
    expect(await countOf()).toBe(12)
    await prefer(ada, { ...wanted, verifiedOnly: true })
    expect(await countOf()).toBe(6)
  })

  test.each([
    ['all', {}],
    ['some', { genders: ['female' as const], ageMin: 40, ageMax: 41 }],
  ])('of %s classes reads few verified among many in the order of one index', async (_which, wanted) => {
    const ada = await newVerified()
    await prefer(ada, { ...wanted, verifiedOnly: true })
    const people = Array.from({ length: 3_000 }, (_, at) =>
      buildReplica(600_000 + at, { age: 40, gender: 'female', ...(at % 100 === 0 && { verified: true }) }),
    )
    await insertInParts(people, (part) => models.Profile.insertMany(part))
    onTestFinished(async () => void (await models.Profile.deleteMany({ _id: { $gte: 600_000 } })))
    const { body } = await ada.call(listUsers, { query: { scope: 'discover', limit: 20 } })
    expect(body.map(({ verified }) => verified)).toEqual(Array(20).fill(true))
    const plan = await models.Profile.db.db?.command({ explain: verifiedQuery, verbosity: 'executionStats' })
    const winningPlan = JSON.stringify(plan?.queryPlanner.winningPlan)
    expect(winningPlan).toContain('"indexName":"verified_1_feedClass_1_createdAt_-1__id_-1"')
    expect(winningPlan).not.toMatch(/"stage":"(?:SORT|COLLSCAN)"/)
    expect(plan?.executionStats.totalDocsExamined).toBeLessThan(40)
  })
})

test('where verification is required, an unverified member cannot like, and a verified one can', async () => {
  await setMode('required')
  onTestFinished(() => setMode('offered'))
  const [ada, ben] = [await newVerified(), await newMember()]
  const refused = await ben.call(likeUser, { body: { likedId: ada.id } })
  expect([refused.status, refused.body.code]).toEqual([403, 'VERIFICATION_NEEDED'])
  expect((await ada.like(ben)).status).toBe(200)
  await updateAccount({ ...ben.profile, verified: true }, 2)
  await eventsHandled()
  expect((await ben.like(ada)).body.isMatch).toBe(true)
})

test('where the community does not verify, no badge shows and the wish rests', async () => {
  const [choosy, verified, plain] = [await newVerified(), await newVerified(), await newMember()]
  await prefer(choosy, { verifiedOnly: true })
  await setMode('off')
  expect(await seeEachOther(choosy, plain)).toEqual([true, true])
  expect((await plain.call(getProfile, { params: { id: verified.id } })).body).not.toHaveProperty('verified')
  expect((await choosy.call(getDiscoveryPreferences)).body).not.toHaveProperty('verifiedOnly')
  await prefer(choosy, { ageMin: 20, verifiedOnly: false })
  await setMode('offered')
  expect((await choosy.call(getDiscoveryPreferences)).body).toMatchObject({ ageMin: 20, verifiedOnly: true })
  expect(await seeEachOther(choosy, plain)).toEqual([false, false])
})

import * as contract from '@zing/proto/http/discovery'
import { listMatches, readAllNotifications, unlikeUser } from '@zing/proto/http/social'
import { PASS_TTL_MS } from '@zing/proto/limits'
import { blockCreated, blockRemoved } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import { GENDERS } from '@zing/proto/product'
import { type DiscoveryPreferences, NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { LOOKING_FOR } from '@zing/proto/profiles/looking-for'
import { expect, test } from 'vitest'
import { createRandom, seedOf } from '../random.ts'
import { setupSocial, type TestUser } from '../setup-social.ts'
import { createDiscoveryModel } from './discovery-model.ts'
import { idsIn } from './read-feed.ts'

// The service and a model get the same random operations, and must return the same lists and responses.
const SEED = seedOf(process.env)
const OPERATIONS = 400
const USERS = 8
const CHECK_EVERY = 8
/** Makes likes older than this too old to undo, in both. */
const NEW_LIKE_MS = 5_000

const { publishEvent, models, newUser, eventsHandled } = await setupSocial()

const OPERATION_WEIGHTS = {
  like: 26,
  unlike: 6,
  pass: 20,
  unpass: 5,
  unpassAll: 1,
  expirePass: 3,
  undo: 12,
  undoNamed: 10,
  unmatch: 6,
  block: 2,
  unblock: 4,
  prefer: 12,
  read: 4,
}
type Operation = keyof typeof OPERATION_WEIGHTS

test('400 random operations give the same lists and responses as the model (10.discovery.model)', async () => {
  const random = createRandom(SEED)
  const users = Array.from({ length: USERS }, () =>
    newUser({
      gender: random.pick(GENDERS),
      age: random.integer(25, 40),
      lookingFor: random.pick([...LOOKING_FOR, null]),
    }),
  )
  for (const user of users) await user.call(contract.getDiscoveryPreferences) // replicates the profile
  const model = createDiscoveryModel(users.map(({ profile }) => profile))
  const done = new Map<string, number>()
  const blockRevs = new Map<string, number>()
  const nextBlockRev = (a: number, b: number): number => {
    const rev = (blockRevs.get(`${a}>${b}`) ?? 0) + 1
    blockRevs.set(`${a}>${b}`, rev)
    return rev
  }
  const isBlocking = (a: number, b: number) => (blockRevs.get(`${a}>${b}`) ?? 0) % 2 === 1
  const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1)

  for (let n = 1; n <= OPERATIONS; n++) {
    const operation = random.weighted(OPERATION_WEIGHTS)
    const user = random.pick(users)
    const other = random.pick(users.filter(({ id }) => id !== user.id))
    const result = await run(operation, user, other)
    count(`${operation} ${result}`)
    if (n % CHECK_EVERY === 0) await compare(n)
  }
  // if something never happened, the run shows nothing about it
  for (const what of [
    'like ok',
    'like match',
    'pass ok',
    'undo like',
    'undo pass',
    'undo nothing',
    'undoNamed ok',
    'undoNamed final',
    'unmatch ok',
    'block ok',
    'unblock ok',
    'prefer ok',
  ])
    expect(done.get(what) ?? 0, what).toBeGreaterThan(0)

  /** Does one operation in both, and returns its outcome. */
  async function run(operation: Operation, user: TestUser, other: TestUser): Promise<string> {
    const [a, b] = [user.id, other.id]
    switch (operation) {
      case 'like': {
        const expected = model.like(a, b)
        const { status, body } = await user.like(other)
        expect([status, body.isMatch]).toEqual(
          expected === 'not found' ? [404, undefined] : [200, expected === 'match'],
        )
        return expected
      }
      case 'unlike':
        return same(model.unlike(a, b), await user.call(unlikeUser, { params: { userId: b } }))
      case 'pass':
        return same(model.pass(a, b), await user.call(contract.passUser, { body: { userId: b } }))
      case 'unpass':
        return same(model.unpass(a, b), await user.call(contract.unpassUser, { params: { userId: b } }))
      case 'unpassAll':
        return same(model.unpassAll(a), await user.call(contract.unpassAllUsers))
      case 'unmatch':
        return same(model.unmatch(a, b), await user.call(contract.unmatchUser, { params: { userId: b } }))
      case 'expirePass': {
        const passed = a < b ? 'loPassedAt' : 'hiPassedAt'
        const old = { $set: { [passed]: new Date(Date.now() - PASS_TTL_MS) } }
        await models.Pair.updateOne({ _id: pairKey(a, b), [passed]: { $ne: null } }, old)
        return model.unpass(a, b)
      }
      case 'undo': {
        await eventsHandled()
        await makeOldLikesFinal(a)
        const expected = model.undo(a)
        const { status, body } = await user.call(contract.undoLast)
        if (!expected) expect([status, body]).toMatchObject([409, { code: 'NOTHING_TO_UNDO' }])
        else expect([status, body]).toEqual([200, expected])
        return expected?.undone ?? 'nothing'
      }
      case 'undoNamed': {
        await eventsHandled()
        await makeOldLikesFinal(a)
        const named = { userId: b, undone: random.pick(['like', 'pass'] as const) }
        const expected = model.undoNamed(a, named)
        const { status, body } = await user.call(contract.undoLast, { body: named })
        if (expected === 'ok') expect([status, body]).toEqual([200, named])
        else expect(status).toBe(expected === 'final' ? 409 : 404)
        return expected
      }
      case 'block':
        if (isBlocking(a, b)) return 'done'
        model.block(a, b)
        await publishEvent(blockCreated, { blockerId: a, blockedId: b }, { rev: nextBlockRev(a, b) })
        await eventsHandled()
        return 'ok'
      case 'unblock': {
        const blocked = users.find(({ id }) => isBlocking(a, id))?.id
        if (!blocked) return 'nothing'
        model.unblock(a, blocked)
        await publishEvent(blockRemoved, { blockerId: a, blockedId: blocked }, { rev: nextBlockRev(a, blocked) })
        await eventsHandled()
        return 'ok'
      }
      case 'prefer': {
        const preferences = somePreferences()
        model.prefer(a, preferences)
        return same('ok', await user.call(contract.setDiscoveryPreferences, { body: preferences }))
      }
      case 'read':
        await eventsHandled()
        model.read(a)
        return same('ok', await user.call(readAllNotifications))
    }
  }

  async function makeOldLikesFinal(likerId: number): Promise<void> {
    for (const likedId of model.makeFinal(likerId, Date.now() - NEW_LIKE_MS)) {
      const mine = likerId < likedId ? 'loLikedAt' : 'hiLikedAt'
      const pair = await models.Pair.findById(pairKey(likerId, likedId)).lean()
      const before = new Date((pair?.[mine]?.getTime() ?? 0) - 60_000)
      await models.Pair.updateOne({ _id: pairKey(likerId, likedId) }, { $set: { [mine]: before } })
    }
  }

  function somePreferences(): DiscoveryPreferences {
    if (random.integer(1, 4) === 1) return NO_PREFERENCES
    const some = <T>(values: readonly T[]) => values.filter(() => random.integer(1, 3) > 1)
    const [ageMin, ageMax] = [random.integer(22, 32), random.integer(32, 42)]
    return {
      genders: some(GENDERS),
      ageMin: random.pick([null, ageMin]),
      ageMax: random.pick([null, ageMax]),
      lookingFor: random.integer(1, 2) === 1 ? [] : some(LOOKING_FOR),
    }
  }

  async function compare(n: number): Promise<void> {
    for (const user of users) {
      const of = `user ${user.id} after ${n} operations`
      const discovered = await idsIn(user, 'discover', 3)
      expect(
        discovered.toSorted((a, b) => a - b),
        `discover of ${of}`,
      ).toEqual(model.discover(user.id))
      expect(await idsIn(user, 'liked', 2), `liked of ${of}`).toEqual(model.liked(user.id))
      const matches = (await user.call(listMatches)).body.map(({ id }) => id)
      expect(
        matches.toSorted((a, b) => a - b),
        `matches of ${of}`,
      ).toEqual(model.matches(user.id))
    }
  }
})

function same(expected: 'ok' | 'not found', { status }: { status: number }): string {
  expect(status === 404 ? 'not found' : status < 300 ? 'ok' : status).toBe(expected)
  return expected
}

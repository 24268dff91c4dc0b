import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { updateAccount } from '@zing/proto/http/account'
import { updateUser } from '@zing/proto/http/auth'
import { addPhoto } from '@zing/proto/http/photos'
import { sanctionImposed, sanctionLifted } from '@zing/proto/nats/events'
import { getVisibility } from '@zing/proto/nats/rpc/social'
import { beforeEach, describe, expect, test } from 'vitest'
import { PHOTO_FRESH_SECONDS } from '../../src/photos/photo-access.ts'
import { photo, versionOf } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const { nats, newUser, fetchAs, publishEvent, eventsHandled } = await setupAuth()

/** The requests to the fake social, and the viewers who still see hidden and suspended users. */
const asked: unknown[] = []
const seeing = new Set<number>()
const social = serveRpc(nats, 'social', [
  rpcHandler(getVisibility, async (question) => {
    asked.push(question)
    return { isVisible: seeing.has(question.viewerId) }
  }),
])
await (await nats.connection).flush()

type User = Awaited<ReturnType<typeof newUser>>
const newUserWithPhoto = async () => newUser({ selfie: await photo() })

async function look({ identity }: User, path: string | null, headers: Record<string, string> = {}) {
  const response = await fetchAs(identity, path, headers)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

async function statusOf(viewer: User, path: string | null): Promise<number> {
  return (await look(viewer, path)).status
}

const hide = (owner: User, hidden = true) => owner.call(updateAccount, { body: { hidden } })

let decisions = 0
/** Suspends a user as admin does. Returns a function that lifts the suspension. */
async function suspend({ user }: User, until: string | null) {
  decisions += 1
  const decision = { userId: user.id, decisionId: decisions, reason: 'threats' as const, text: null, field: null }
  const action = until ? ('suspend' as const) : ('ban' as const)
  await publishEvent(sanctionImposed, { ...decision, action, until })
  await eventsHandled()
  return async () => {
    await publishEvent(sanctionLifted, { ...decision, action })
    await eventsHandled()
  }
}

beforeEach(() => {
  asked.length = 0
  seeing.clear()
})

test('SEC-50 the version of a new photo is not found by counting', async () => {
  const ada = await newUserWithPhoto()
  const { body: second } = await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })
  const { body: changed } = await ada.call(updateUser, { body: { selfie: await photo(20, 20) } })
  const versions = [versionOf(ada.user.selfie), Number(second.id), versionOf(changed.selfie)].toSorted((a, b) => a - b)
  for (const [index, version] of versions.entries()) {
    expect(Number.isSafeInteger(version)).toBe(true)
    expect(version - (versions[index - 1] ?? 0)).toBeGreaterThan(1_000)
  }
})

describe('SEC-105 the photos of a hidden user', () => {
  test('they seem unknown to strangers, in every size, and stay visible to the user', async () => {
    const [ada, ben] = [await newUserWithPhoto(), await newUser()]
    const { body: second } = await ada.call(addPhoto, { body: { photo: await photo(30, 30) } })
    const paths = [ada.user.selfie, `${ada.user.selfie}?size=medium`, `${ada.user.selfie}?size=small`, second.path]
    for (const path of paths) expect(await statusOf(ben, path)).toBe(200)
    await hide(ada)
    const unknown = await look(ben, `/api/selfies/${ada.user.id}/4711`)
    for (const path of paths) {
      const refused = await look(ben, path)
      expect([refused.status, refused.body]).toEqual([404, JSON.stringify(errors.notFound().body)])
      expect([...refused.headers.keys()]).toEqual([...unknown.headers.keys()])
      expect(await statusOf(ada, path)).toBe(200)
    }
    await hide(ada, false)
    expect(await statusOf(ben, ada.user.selfie)).toBe(200)
  })

  test('when another user knows the address, auth asks social whether they may see it', async () => {
    const [ada, ben] = [await newUserWithPhoto(), await newUser()]
    expect(await statusOf(ben, ada.user.selfie)).toBe(200)
    await hide(ada)
    expect(await statusOf(ben, `/api/selfies/${ada.user.id}/4711`)).toBe(404)
    expect(asked).toEqual([])
    seeing.add(ben.user.id)
    expect(await statusOf(ben, ada.user.selfie)).toBe(200)
    expect(asked).toEqual([{ viewerId: ben.user.id, userId: ada.user.id, hidden: true, suspendedUntil: null }])
  })
})

describe('SEC-139 the photos of a suspended user', () => {
  const inOneDay = new Date(Date.now() + 86_400_000).toISOString()
  test.each([
    ['suspension', inOneDay, inOneDay],
    ['ban', null, '9999-12-31T23:59:59.999Z'],
  ])('a %s hides them from all but viewers that social names, until it ends', async (_case, until, shownUntil) => {
    const [ada, ben, cleo] = [await newUserWithPhoto(), await newUser(), await newUser()]
    const lift = await suspend(ada, until)
    seeing.add(cleo.user.id)
    expect([await statusOf(ben, ada.user.selfie), await statusOf(cleo, ada.user.selfie)]).toEqual([404, 200])
    expect(asked[0]).toEqual({
      viewerId: ben.user.id,
      userId: ada.user.id,
      hidden: false,
      suspendedUntil: shownUntil,
    })
    await lift()
    expect(await statusOf(ben, ada.user.selfie)).toBe(200)
  })
})

describe('what a browser has already', () => {
  const held = (path: string) => ({ 'if-none-match': `"${versionOf(path)}"`, 'cache-control': 'max-age=0' })

  test('it is refused less than a minute after its owner hides, and no byte leaves any more', async () => {
    expect(PHOTO_FRESH_SECONDS).toBeLessThan(60)
    const [ada, ben] = [await newUserWithPhoto(), await newUser()]
    const path = String(ada.user.selfie)
    const first = await look(ben, path)
    expect([first.status, first.headers.get('cache-control')]).toEqual([
      200,
      `private, max-age=${PHOTO_FRESH_SECONDS}, must-revalidate`,
    ])
    await hide(ada)
    for (const headers of [{}, held(path)]) {
      const again = await look(ben, path, headers)
      expect([again.status, again.headers.get('etag')]).toEqual([404, null])
    }
    seeing.add(ben.user.id)
    expect((await look(ben, path, held(path))).status).toBe(304)
  })

  test('it is confirmed without bytes', async () => {
    const [ada, ben] = [await newUserWithPhoto(), await newUser()]
    const path = String(ada.user.selfie)
    const first = await look(ben, path, held(path))
    expect([first.status, first.body, first.headers.get('etag')]).toEqual([304, '', `"${versionOf(path)}"`])
  })
})

test("when social is unavailable, hidden users' photos get a 503, and others are unaffected", async () => {
  const [ada, ben] = [await newUserWithPhoto(), await newUserWithPhoto()]
  await hide(ada)
  await social.stop()
  expect([await statusOf(ben, ada.user.selfie), await statusOf(ada, ada.user.selfie)]).toEqual([503, 200])
  expect(await statusOf(ada, ben.user.selfie)).toBe(200)
})

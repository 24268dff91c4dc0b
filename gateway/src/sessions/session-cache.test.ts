import type { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { describe, expect, test, vi } from 'vitest'
import { createSessionCache } from './session-cache.ts'

const ada = { userId: 1, sid: 'a' }
const bob = { userId: 2, sid: 'b' }

function setUp(areActive: () => Promise<boolean>, roles: { sid: string; role: string }[] = []) {
  const clock = { now: 0 }
  const fetchActive = vi.fn(async (sessions: Identity[]) => {
    const sids = (await areActive()) ? sessions.map(({ sid }) => sid) : []
    return { sids, roles: roles.filter(({ sid }) => sids.includes(sid)) }
  })
  return { clock, fetchActive, sessionCache: createSessionCache(fetchActive, { now: () => clock.now }) }
}

/** A session that is due for its renewal, which ends when `respond` is called. */
async function setUpRenewal() {
  const pending = { respond: (_isActive: boolean) => {} }
  const { clock, fetchActive, sessionCache } = setUp(
    () =>
      new Promise((resolve) => {
        pending.respond = resolve
      }),
  )
  sessionCache.add(ada)
  await sessionCache.isActive(ada)
  clock.now = 3_000
  return { fetchActive, sessionCache, respond: (isActive: boolean) => pending.respond(isActive) }
}

test('a clock that is set back does not keep a session fresh', async () => {
  vi.useFakeTimers()
  try {
    const fetchActive = vi.fn(async () => ({ sids: ['a'] }))
    const sessionCache = createSessionCache(fetchActive)
    await sessionCache.isActive(ada)
    vi.setSystemTime(Date.now() - 60 * 60 * 1_000)
    vi.advanceTimersByTime(5_001)
    await sessionCache.isActive(ada)
    expect(fetchActive).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a session is checked once in five seconds, also for parallel requests', async () => {
  const { clock, fetchActive, sessionCache } = setUp(async () => true)
  expect(await Promise.all([1, 2, 3].map(() => sessionCache.isActive(ada)))).toEqual([true, true, true])
  clock.now = 5_000
  expect(await sessionCache.isActive(ada)).toBe(true)
  expect(fetchActive).toHaveBeenCalledTimes(1)
  clock.now = 5_001
  await sessionCache.isActive(ada)
  expect(fetchActive).toHaveBeenCalledTimes(2)
})

test('while auth is unavailable a cached session serves for a minute, and an unknown one is a 503', async () => {
  let isUnavailable = false
  const { clock, sessionCache } = setUp(async () => {
    if (isUnavailable) throw new Error('unavailable')
    return true
  })
  await sessionCache.isActive(ada)
  isUnavailable = true
  clock.now = 60_000
  expect(await sessionCache.isActive(ada)).toBe(true)
  clock.now = 60_001
  await expect(sessionCache.isActive(ada)).rejects.toMatchObject({ status: 503 })
  await expect(sessionCache.isActive(bob)).rejects.toMatchObject({ status: 503 })
})

test('SEC-12 a revocation takes effect at once, also against a check in flight', async () => {
  let respond = (_isActive: boolean) => {}
  const { fetchActive, sessionCache } = setUp(
    () =>
      new Promise((resolve) => {
        respond = resolve
      }),
  )
  const result = sessionCache.isActive(ada)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalled())
  sessionCache.revoke(['a'])
  respond(true)
  expect(await result).toBe(false)
  expect(await sessionCache.isActive(ada)).toBe(false)
})

test.each([
  [['a'], false],
  [null, 503],
])('SEC-12 a revocation of %j counts also if the check in flight fails', async (revoked, expected) => {
  let fail = () => {}
  const { clock, fetchActive, sessionCache } = setUp(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('auth does not respond'))
      }),
  )
  sessionCache.add(ada)
  clock.now = 6_000
  const result = sessionCache.isActive(ada).catch(({ status }: AppError) => status)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalled())
  sessionCache.revoke(revoked)
  fail()
  expect(await result).toBe(expected)
})

test('a revocation of all sessions empties the cache', async () => {
  const { fetchActive, sessionCache } = setUp(async () => true)
  sessionCache.add(ada)
  expect(await sessionCache.isActive(ada)).toBe(true)
  expect(fetchActive).not.toHaveBeenCalled()
  sessionCache.revoke(null)
  await sessionCache.isActive(ada)
  expect(fetchActive).toHaveBeenCalledTimes(1)
})

test('used sessions are renewed together before they expire, unused ones are not', async () => {
  const { clock, fetchActive, sessionCache } = setUp(async () => true)
  const cleo = { userId: 3, sid: 'c' }
  for (const identity of [ada, bob, cleo]) sessionCache.add(identity)
  clock.now = 2_499
  await sessionCache.isActive(ada)
  await sessionCache.isActive(bob)
  await sessionCache.renew()
  expect(fetchActive).not.toHaveBeenCalled()
  clock.now = 2_500
  await sessionCache.renew()
  expect(fetchActive.mock.calls).toEqual([[[ada, bob]]])

  clock.now = 7_500 // still fresh after the renewal
  await sessionCache.isActive(ada)
  expect(fetchActive).toHaveBeenCalledTimes(1)
  await sessionCache.isActive(cleo)
  expect(fetchActive).toHaveBeenCalledTimes(2)
})

test('renewals are asked for while a session is used, and for half a minute after', async () => {
  const clock = { now: 0 }
  const onUse = vi.fn()
  const sessionCache = createSessionCache(async (sessions) => ({ sids: sessions.map(({ sid }) => sid) }), {
    now: () => clock.now,
    onUse,
  })
  sessionCache.add(ada)
  expect([onUse.mock.calls.length, sessionCache.hasUsed()]).toEqual([0, false])
  await sessionCache.isActive(ada)
  expect([onUse.mock.calls.length, sessionCache.hasUsed()]).toEqual([1, true])

  await sessionCache.renew() // too fresh
  expect(sessionCache.hasUsed()).toBe(true)
  for (clock.now = 2_500; clock.now <= 30_000; clock.now += 2_500) {
    await sessionCache.renew()
    expect(sessionCache.hasUsed()).toBe(true)
  }
  await sessionCache.renew()
  expect(sessionCache.hasUsed()).toBe(false)
})

test('a session that is being renewed is not asked for again', async () => {
  const { fetchActive, sessionCache, respond } = await setUpRenewal()
  const renewals = [sessionCache.renew(), sessionCache.renew()]
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalled())
  respond(true)
  await Promise.all(renewals)
  expect(fetchActive).toHaveBeenCalledTimes(1)
})

test('SEC-12 a renewal detects a session that ended without a broadcast', async () => {
  let isActive = true
  const { clock, sessionCache } = setUp(async () => isActive)
  sessionCache.add(ada)
  expect(await sessionCache.isActive(ada)).toBe(true)
  isActive = false
  clock.now = 3_000
  await sessionCache.renew()
  expect(await sessionCache.isActive(ada)).toBe(false)
})

test('SEC-12 a revocation takes effect also against a renewal in flight', async () => {
  const { fetchActive, sessionCache, respond } = await setUpRenewal()
  const renewal = sessionCache.renew()
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalled())
  sessionCache.revoke(['a'])
  respond(true)
  await renewal
  expect(await sessionCache.isActive(ada)).toBe(false)
})

test('a failed renewal keeps the cached session and does not block later renewals', async () => {
  let isUnavailable = true
  const { clock, fetchActive, sessionCache } = setUp(async () => {
    if (isUnavailable) throw new Error('unavailable')
    return true
  })
  sessionCache.add(ada)
  await sessionCache.isActive(ada)
  clock.now = 3_000
  await sessionCache.renew()
  expect(await sessionCache.isActive(ada)).toBe(true)
  isUnavailable = false
  clock.now = 4_000
  await sessionCache.renew()
  expect(fetchActive).toHaveBeenCalledTimes(2)
})

test('SEC-10 a session is active for its own user only, with a cached result of another user too', async () => {
  const owner = ada.userId
  const fetchActive = vi.fn(async (sessions: Identity[]) => ({
    sids: sessions.filter(({ userId }) => userId === owner).map(({ sid }) => sid),
  }))
  const clock = { now: 0 }
  const sessionCache = createSessionCache(fetchActive, { now: () => clock.now })
  const forged = { ...ada, userId: 3 }

  expect(await sessionCache.isActive(forged)).toBe(false)
  expect(await sessionCache.isActive(ada)).toBe(true)
  expect(await sessionCache.isActive(forged)).toBe(false)
  expect(await sessionCache.isActive(ada)).toBe(true)
  expect(fetchActive).toHaveBeenCalledTimes(2)

  clock.now = 5_001
  const [first, second] = [sessionCache.isActive(ada), sessionCache.isActive(forged)]
  expect([await second, fetchActive.mock.calls.length]).toEqual([false, 3])
  await first
  expect(await sessionCache.isActive(ada)).toBe(true)
})

test('SEC-10 while auth is unavailable, the cached session of another user does not serve', async () => {
  let isUnavailable = false
  const { clock, sessionCache } = setUp(async () => {
    if (isUnavailable) throw new Error('unavailable')
    return true
  })
  await sessionCache.isActive(ada)
  isUnavailable = true
  clock.now = 6_000
  await expect(sessionCache.isActive({ ...ada, userId: 3 })).rejects.toMatchObject({ status: 503 })
  expect(await sessionCache.isActive(ada)).toBe(true)
})

test('INV-8 a failed check is kept for a second: cached sessions serve at once, others get 503, and one batch probes', async () => {
  const auth = { responses: [] as PromiseWithResolvers<boolean>[] }
  const { clock, fetchActive, sessionCache } = setUp(() => {
    const response = Promise.withResolvers<boolean>()
    auth.responses.push(response)
    return response.promise
  })
  const fail = () => auth.responses.at(-1)?.reject(new Error('unavailable'))
  sessionCache.add(ada)
  clock.now = 10_000
  const first = sessionCache.isActive(ada)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalledTimes(1))
  fail()
  expect(await first).toBe(true)

  clock.now = 10_999
  expect(await sessionCache.isActive(ada)).toBe(true)
  await expect(sessionCache.isActive(bob)).rejects.toMatchObject({ status: 503 })
  expect(fetchActive).toHaveBeenCalledTimes(1)

  clock.now = 11_000
  const probe = sessionCache.isActive(bob)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalledTimes(2))
  expect(await sessionCache.isActive(ada)).toBe(true) // while the probe is in flight
  expect(fetchActive).toHaveBeenCalledTimes(2)
  auth.responses.at(-1)?.resolve(true)
  expect(await probe).toBe(true)
  const next = sessionCache.isActive(ada)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalledTimes(3))
  auth.responses.at(-1)?.resolve(true)
  expect(await next).toBe(true)
})

describe('roles', () => {
  test('a role is what auth reports, and a role that is not known is none', async () => {
    const { sessionCache } = setUp(
      async () => true,
      [
        { sid: 'a', role: 'moderator' },
        { sid: 'b', role: 'owner' },
      ],
    )
    expect([await sessionCache.roleOf(ada), await sessionCache.roleOf(bob)]).toEqual(['moderator', null])
    expect(await sessionCache.roleOf({ userId: 3, sid: 'c' })).toBeNull()
  })

  test('a session that has just been opened has its role at once, which needs a check', async () => {
    const { fetchActive, sessionCache } = setUp(async () => true, [{ sid: 'a', role: 'admin' }])
    sessionCache.add(ada)
    expect(await sessionCache.isActive(ada)).toBe(true)
    expect(fetchActive).not.toHaveBeenCalled()
    expect(await sessionCache.roleOf(ada)).toBe('admin')
    expect(fetchActive).toHaveBeenCalledTimes(1)
  })

  test('a withdrawn role counts for five seconds at most', async () => {
    const roles = [{ sid: 'a', role: 'moderator' }]
    const { clock, sessionCache } = setUp(async () => true, roles)
    expect(await sessionCache.roleOf(ada)).toBe('moderator')
    roles.pop()
    clock.now = 5_000
    expect(await sessionCache.roleOf(ada)).toBe('moderator')
    clock.now = 5_001
    expect(await sessionCache.roleOf(ada)).toBeNull()
  })

  test('while auth does not respond no older role serves, other than a session', async () => {
    let isUnavailable = false
    const { clock, sessionCache } = setUp(async () => {
      if (isUnavailable) throw new Error('unavailable')
      return true
    }, [{ sid: 'a', role: 'moderator' }])
    expect(await sessionCache.roleOf(ada)).toBe('moderator')
    isUnavailable = true
    clock.now = 5_001
    expect(await sessionCache.isActive(ada)).toBe(true)
    await expect(sessionCache.roleOf(ada)).rejects.toMatchObject({ status: 503 })
  })

  test('an ended session has no role', async () => {
    const { sessionCache } = setUp(async () => true, [{ sid: 'a', role: 'admin' }])
    expect(await sessionCache.roleOf(ada)).toBe('admin')
    sessionCache.revoke(['a'])
    expect(await sessionCache.roleOf(ada)).toBeNull()
  })
})

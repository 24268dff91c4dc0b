import type { AppError } from '@zing/proto/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSessionChecker } from './session-checker.ts'
import type { Session } from './session-results.ts'

const ada = { userId: 1, sid: 'a' }
const bob = { userId: 2, sid: 'b' }

const RENEWAL = { everyMs: 500, usedForMs: 30_000 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Advances the clock to the next renewal of sessions in use. */
async function renew(): Promise<void> {
  await vi.advanceTimersByTimeAsync(RENEWAL.everyMs)
}

function setUp(areActive: () => Promise<boolean>, roles: { sid: string; role: string }[] = []) {
  const clock = { now: 0 }
  const fetchActive = vi.fn(async (sessions: Session[]) => {
    const sids = (await areActive()) ? sessions.map(({ sid }) => sid) : []
    return { sids, roles: roles.filter(({ sid }) => sids.includes(sid)) }
  })
  return { clock, fetchActive, checker: createSessionChecker(fetchActive, { renewal: RENEWAL, now: () => clock.now }) }
}

/** A session whose renewal is running; `respond` ends it. */
async function setUpRenewal() {
  const pending = { respond: (_isActive: boolean) => {} }
  const { clock, fetchActive, checker } = setUp(
    () =>
      new Promise((resolve) => {
        pending.respond = resolve
      }),
  )
  checker.add(ada)
  await checker.isActive(ada)
  clock.now = 3_000
  return { fetchActive, checker, respond: (isActive: boolean) => pending.respond(isActive) }
}

test('a clock that is set back does not keep a session fresh', async () => {
  const fetchActive = vi.fn(async () => ({ sids: ['a'], roles: [] }))
  const checker = createSessionChecker(fetchActive)
  await checker.isActive(ada)
  vi.setSystemTime(Date.now() - 60 * 60 * 1_000)
  vi.advanceTimersByTime(5_001)
  await checker.isActive(ada)
  expect(fetchActive).toHaveBeenCalledTimes(2)
})

test('a session is checked once in five seconds, also for parallel requests', async () => {
  const { clock, fetchActive, checker } = setUp(async () => true)
  expect(await Promise.all([1, 2, 3].map(() => checker.isActive(ada)))).toEqual([true, true, true])
  clock.now = 5_000
  expect(await checker.isActive(ada)).toBe(true)
  expect(fetchActive).toHaveBeenCalledTimes(1)
  clock.now = 5_001
  await checker.isActive(ada)
  expect(fetchActive).toHaveBeenCalledTimes(2)
})

test('while auth is unavailable a cached session serves for a minute, an unknown one gets 503', async () => {
  let isUnavailable = false
  const { clock, checker } = setUp(async () => {
    if (isUnavailable) throw new Error('unavailable')
    return true
  })
  await checker.isActive(ada)
  isUnavailable = true
  clock.now = 60_000
  expect(await checker.isActive(ada)).toBe(true)
  clock.now = 60_001
  await expect(checker.isActive(ada)).rejects.toMatchObject({ status: 503 })
  await expect(checker.isActive(bob)).rejects.toMatchObject({ status: 503 })
})

test('SEC-12 a revocation takes effect at once, also against a check in flight', async () => {
  let respond = (_isActive: boolean) => {}
  const { fetchActive, checker } = setUp(
    () =>
      new Promise((resolve) => {
        respond = resolve
      }),
  )
  const result = checker.isActive(ada)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalled())
  checker.revoke(['a'])
  respond(true)
  expect(await result).toBe(false)
  expect(await checker.isActive(ada)).toBe(false)
})

test.each([
  [['a'], false],
  [null, 503],
])('SEC-12 a revocation of %j counts also if the check in flight fails', async (revoked, expected) => {
  let fail = () => {}
  const { clock, fetchActive, checker } = setUp(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('auth does not respond'))
      }),
  )
  checker.add(ada)
  clock.now = 6_000
  const result = checker.isActive(ada).catch(({ status }: AppError) => status)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalled())
  checker.revoke(revoked)
  fail()
  expect(await result).toBe(expected)
})

test('a revocation of all sessions empties the cache', async () => {
  const { fetchActive, checker } = setUp(async () => true)
  checker.add(ada)
  expect(await checker.isActive(ada)).toBe(true)
  expect(fetchActive).not.toHaveBeenCalled()
  checker.revoke(null)
  await checker.isActive(ada)
  expect(fetchActive).toHaveBeenCalledTimes(1)
})

test('sessions in use are renewed together before they expire, other sessions are not', async () => {
  const { clock, fetchActive, checker } = setUp(async () => true)
  const cleo = { userId: 3, sid: 'c' }
  for (const identity of [ada, bob, cleo]) checker.add(identity)
  clock.now = 2_499
  await checker.isActive(ada)
  await checker.isActive(bob)
  await renew()
  expect(fetchActive).not.toHaveBeenCalled()
  clock.now = 2_500
  await renew()
  expect(fetchActive.mock.calls).toEqual([[[ada, bob]]])

  clock.now = 7_500 // still fresh after the renewal
  await checker.isActive(ada)
  expect(fetchActive).toHaveBeenCalledTimes(1)
  await checker.isActive(cleo)
  expect(fetchActive).toHaveBeenCalledTimes(2)
})

test('a session is renewed until half a minute after its last use; without one no timer runs', async () => {
  const { clock, fetchActive, checker } = setUp(async () => true)
  checker.add(ada)
  expect(vi.getTimerCount()).toBe(0)
  await checker.isActive(ada)
  await renew() // the result is too fresh
  expect(fetchActive).not.toHaveBeenCalled()
  for (clock.now = 2_500; clock.now <= 30_000; clock.now += 2_500) await renew()
  expect([fetchActive.mock.calls.length, vi.getTimerCount()]).toEqual([12, 1])
  await renew()
  expect([fetchActive.mock.calls.length, vi.getTimerCount()]).toEqual([12, 0])
})

test('the first use of a session starts renewals only where the options say so', async () => {
  const clock = { now: 0 }
  const fetchActive = vi.fn(async (sessions: Session[]) => ({ sids: sessions.map(({ sid }) => sid), roles: [] }))
  for (const fromFirstUse of [false, true]) {
    const checker = createSessionChecker(fetchActive, { renewal: { ...RENEWAL, fromFirstUse }, now: () => clock.now })
    await checker.isActive(ada)
    expect(vi.getTimerCount()).toBe(Number(fromFirstUse))
    checker.stop()
  }
})

test('a session is not requested twice while its renewal runs', async () => {
  const { fetchActive, respond } = await setUpRenewal()
  await renew()
  await renew()
  expect(fetchActive).toHaveBeenCalledTimes(1)
  respond(true)
})

test('SEC-12 a renewal detects the end of a session whose broadcast was lost', async () => {
  let isActive = true
  const { clock, checker } = setUp(async () => isActive)
  checker.add(ada)
  expect(await checker.isActive(ada)).toBe(true)
  isActive = false
  clock.now = 3_000
  await renew()
  expect(await checker.isActive(ada)).toBe(false)
})

test('SEC-12 a revocation takes effect even against a renewal in flight', async () => {
  const { fetchActive, checker, respond } = await setUpRenewal()
  await renew()
  expect(fetchActive).toHaveBeenCalled()
  checker.revoke(['a'])
  respond(true)
  expect(await checker.isActive(ada)).toBe(false)
})

test('when a renewal fails, the cached session stays and later renewals run', async () => {
  let isUnavailable = true
  const { clock, fetchActive, checker } = setUp(async () => {
    if (isUnavailable) throw new Error('unavailable')
    return true
  })
  checker.add(ada)
  await checker.isActive(ada)
  clock.now = 3_000
  await renew()
  expect(await checker.isActive(ada)).toBe(true)
  isUnavailable = false
  clock.now = 4_000
  await renew()
  expect(fetchActive).toHaveBeenCalledTimes(2)
})

test('SEC-10 a session is active for its own user only, even with a cached result', async () => {
  const owner = ada.userId
  const fetchActive = vi.fn(async (sessions: Session[]) => ({
    sids: sessions.filter(({ userId }) => userId === owner).map(({ sid }) => sid),
    roles: [],
  }))
  const clock = { now: 0 }
  const checker = createSessionChecker(fetchActive, { now: () => clock.now })
  const forged = { ...ada, userId: 3 }

  expect(await checker.isActive(forged)).toBe(false)
  expect(await checker.isActive(ada)).toBe(true)
  expect(await checker.isActive(forged)).toBe(false)
  expect(await checker.isActive(ada)).toBe(true)
  expect(fetchActive).toHaveBeenCalledTimes(2)

  clock.now = 5_001
  const [first, second] = [checker.isActive(ada), checker.isActive(forged)]
  expect([await second, fetchActive.mock.calls.length]).toEqual([false, 3])
  await first
  expect(await checker.isActive(ada)).toBe(true)
})

test('SEC-10 while auth is unavailable, another user’s cached session does not serve', async () => {
  let isUnavailable = false
  const { clock, checker } = setUp(async () => {
    if (isUnavailable) throw new Error('unavailable')
    return true
  })
  await checker.isActive(ada)
  isUnavailable = true
  clock.now = 6_000
  await expect(checker.isActive({ ...ada, userId: 3 })).rejects.toMatchObject({ status: 503 })
  expect(await checker.isActive(ada)).toBe(true)
})

test('INV-8 a failed check counts for 1 s: cached sessions serve, others get 503, a batch probes', async () => {
  const auth = { responses: [] as PromiseWithResolvers<boolean>[] }
  const { clock, fetchActive, checker } = setUp(() => {
    const response = Promise.withResolvers<boolean>()
    auth.responses.push(response)
    return response.promise
  })
  const fail = () => auth.responses.at(-1)?.reject(new Error('unavailable'))
  checker.add(ada)
  clock.now = 10_000
  const first = checker.isActive(ada)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalledTimes(1))
  fail()
  expect(await first).toBe(true)

  clock.now = 10_999
  expect(await checker.isActive(ada)).toBe(true)
  await expect(checker.isActive(bob)).rejects.toMatchObject({ status: 503 })
  expect(fetchActive).toHaveBeenCalledTimes(1)

  clock.now = 11_000
  const probe = checker.isActive(bob)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalledTimes(2))
  expect(await checker.isActive(ada)).toBe(true) // during the probe
  expect(fetchActive).toHaveBeenCalledTimes(2)
  auth.responses.at(-1)?.resolve(true)
  expect(await probe).toBe(true)
  const next = checker.isActive(ada)
  await vi.waitFor(() => expect(fetchActive).toHaveBeenCalledTimes(3))
  auth.responses.at(-1)?.resolve(true)
  expect(await next).toBe(true)
})

test('a checker without a memory asks auth each time, and serves nothing old', async () => {
  let isUnavailable = false
  const fetchActive = vi.fn(async (sessions: Session[]) => {
    if (isUnavailable) throw new Error('unavailable')
    return { sids: sessions.map(({ sid }) => sid), roles: [] }
  })
  const checker = createSessionChecker(fetchActive, { freshMs: 0, staleMs: 0, lingerMs: 5 })
  for (let calls = 1; calls <= 2; calls++) {
    const result = checker.isActive(ada)
    await vi.advanceTimersByTimeAsync(5)
    expect([await result, fetchActive.mock.calls.length]).toEqual([true, calls])
    await vi.advanceTimersByTimeAsync(1)
  }
  isUnavailable = true
  const failure = checker.isActive(ada).catch(({ status }: AppError) => status)
  await vi.advanceTimersByTimeAsync(5)
  expect(await failure).toBe(503)
})

test('sessions are confirmed at once, whatever is cached, and ended sessions are reported', async () => {
  const ended: Session[] = []
  const fetchActive = vi.fn(async () => ({ sids: ['a'], roles: [] }))
  const checker = createSessionChecker(fetchActive, { onEnded: (session) => void ended.push(session) })
  for (const session of [ada, bob]) checker.add(session)
  await checker.confirm([ada, { ...ada, userId: 3 }, bob], fetchActive)
  expect(fetchActive.mock.calls).toEqual([[[ada, bob]]])
  expect(ended).toEqual([{ ...ada, userId: 3 }, bob])
  expect([await checker.isActive(ada), await checker.isActive(bob)]).toEqual([true, false])

  const failing = async () => Promise.reject(new Error('unavailable'))
  await checker.confirm([ada, bob], failing)
  expect([ada, bob, { userId: 9, sid: 'i' }].map(checker.isUnknown)).toEqual([false, false, true])
})

describe('roles', () => {
  test('the role comes from auth, and an unknown role counts as none', async () => {
    const { checker } = setUp(
      async () => true,
      [
        { sid: 'a', role: 'moderator' },
        { sid: 'b', role: 'owner' },
      ],
    )
    expect([await checker.roleOf(ada), await checker.roleOf(bob)]).toEqual(['moderator', null])
    expect(await checker.roleOf({ userId: 3, sid: 'c' })).toBeNull()
  })

  test('a session that was just opened gets its role from a check', async () => {
    const { fetchActive, checker } = setUp(async () => true, [{ sid: 'a', role: 'admin' }])
    checker.add(ada)
    expect(await checker.isActive(ada)).toBe(true)
    expect(fetchActive).not.toHaveBeenCalled()
    expect(await checker.roleOf(ada)).toBe('admin')
    expect(fetchActive).toHaveBeenCalledTimes(1)
  })

  test('a withdrawn role counts for five seconds at most', async () => {
    const roles = [{ sid: 'a', role: 'moderator' }]
    const { clock, checker } = setUp(async () => true, roles)
    expect(await checker.roleOf(ada)).toBe('moderator')
    roles.pop()
    clock.now = 5_000
    expect(await checker.roleOf(ada)).toBe('moderator')
    clock.now = 5_001
    expect(await checker.roleOf(ada)).toBeNull()
  })

  test('while auth does not respond an old role does not serve, unlike a session', async () => {
    let isUnavailable = false
    const { clock, checker } = setUp(async () => {
      if (isUnavailable) throw new Error('unavailable')
      return true
    }, [{ sid: 'a', role: 'moderator' }])
    expect(await checker.roleOf(ada)).toBe('moderator')
    isUnavailable = true
    clock.now = 5_001
    expect(await checker.isActive(ada)).toBe(true)
    await expect(checker.roleOf(ada)).rejects.toMatchObject({ status: 503 })
  })

  test('an ended session has no role', async () => {
    const { checker } = setUp(async () => true, [{ sid: 'a', role: 'admin' }])
    expect(await checker.roleOf(ada)).toBe('admin')
    checker.revoke(['a'])
    expect(await checker.roleOf(ada)).toBeNull()
  })
})

describe('pending users', () => {
  function setUpPending(pending: string[]) {
    const clock = { now: 0 }
    const fetchActive = vi.fn(async () => ({ sids: ['a'], roles: [], pending: [...pending] }))
    return { clock, fetchActive, checker: createSessionChecker(fetchActive, { now: () => clock.now }) }
  }

  test('a session says whether its user is pending, also one that was just opened', async () => {
    const { checker } = setUpPending(['a'])
    expect([await checker.isActive(ada), checker.isPending(ada)]).toEqual([true, true])
    checker.add(bob, true)
    expect([await checker.isActive(bob), checker.isPending(bob)]).toEqual([true, true])
  })

  test('an outdated result is checked again, and serves while auth does not respond', async () => {
    const pending = ['a']
    const { clock, fetchActive, checker } = setUpPending(pending)
    await checker.isActive(ada)
    pending.pop()
    clock.now = 1
    checker.outdate(['a'])
    fetchActive.mockRejectedValueOnce(new Error('unavailable'))
    expect([await checker.isActive(ada), checker.isPending(ada)]).toEqual([true, true])
    clock.now = 1_002
    expect([await checker.isActive(ada), checker.isPending(ada)]).toEqual([true, false])
  })

  test('a check that was in flight when the result became outdated serves once', async () => {
    const { clock, fetchActive, checker } = setUpPending([])
    const answer = Promise.withResolvers<{ sids: string[]; roles: []; pending: string[] }>()
    fetchActive.mockReturnValueOnce(answer.promise)
    const first = checker.isActive(ada)
    await vi.advanceTimersByTimeAsync(1)
    clock.now = 1
    checker.outdate(['a'])
    answer.resolve({ sids: ['a'], roles: [], pending: ['a'] })
    expect([await first, checker.isPending(ada)]).toEqual([true, true])
    expect([await checker.isActive(ada), checker.isPending(ada)]).toEqual([true, false])
  })
})

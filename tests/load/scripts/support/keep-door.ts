import { confirmPassword } from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { getCommunity } from '@zing/proto/http/community'
import { likeUser } from '@zing/proto/http/social'
import { decideApplication, listApplications } from '@zing/proto/http/staff/applications'
import { changeSettings, getSettings } from '@zing/proto/http/staff/settings'
import { APPLICATIONS_PAGE_MAX } from '@zing/proto/limits'
import { check } from 'k6'
import type { User } from '../../shared/fixture.ts'
import { call } from './call.ts'
import { bodyOf, sendRequest } from './send-request.ts'
import { pause } from './wait.ts'

// The keeper after the attack.

const DECISIONS = 20
/** Settings are in force everywhere within 2 s. */
const IN_FORCE_MS = 2_000
/** The door looks for a reason every ten seconds. */
const TWO_CHECKS_MS = 21_000

/** An account that waits can like nobody and write to nobody. */
export async function checkWaiting(cookie: string, memberId: number): Promise<void> {
  const { body: user } = await call(cookie, getUser)
  const like = await sendRequest(cookie, likeUser, { body: { likedId: memberId } })
  const message = await sendRequest(cookie, sendMessage, { body: { receiverId: memberId, content: 'hello' } })
  check(null, {
    'an account of the attack waits': () => user.status === 'pending',
    'it can neither like nor write': () => like.status === 403 && message.status === 403,
  })
}

/** Reads the queue and decides its oldest applications, half of them each way. Who did not pay is not in it. */
export async function workQueue({ cookie }: User): Promise<void> {
  const { body: queue } = await call(cookie, listApplications, { query: `limit=${APPLICATIONS_PAGE_MAX}` })
  const decided = queue.slice(0, DECISIONS)
  for (const [index, { user }] of decided.entries()) {
    const body = index % 2 === 0 ? { decision: 'approve' as const } : { decision: 'refuse' as const, reason: 'Spam' }
    await call(cookie, decideApplication, { params: { userId: user.id }, body })
  }
  const { body: rest } = await call(cookie, listApplications, { query: `limit=${APPLICATIONS_PAGE_MAX}` })
  const isDecided = new Set(decided.map(({ user }) => user.id))
  check(null, {
    'the queue is the oldest first': () => isSorted(queue.map(({ appliedAt }) => appliedAt)),
    'the newest application says that its hour was busy': () => queue.at(-1)?.signs.includes('BUSY_HOUR') === true,
    'the keeper decides, and the queue goes on': () =>
      decided.length > 0 && rest.every(({ user }) => !isDecided.has(user.id)),
  })
}

/** One change opens the door again, and the same flood does not close it at once. */
export async function openAgain({ cookie, password }: User): Promise<void> {
  await call(cookie, confirmPassword, { body: { password } })
  const { body: known } = await call(cookie, getSettings)
  const changes = { registration: { mode: 'open' } }
  await call(cookie, changeSettings, { body: { version: known.version, changes } })
  for (const [when, ms] of [
    ['in time', IN_FORCE_MS],
    ['after two checks', TWO_CHECKS_MS],
  ] as const) {
    await pause(ms)
    const community = bodyOf(await sendRequest('', getCommunity, {})) // k6 cannot check this contract: it lacks `isWellFormed`
    check(community, { [`the door is open again ${when}`]: ({ registration }) => registration.mode === 'open' })
  }
}

function isSorted(times: string[]): boolean {
  return times.every((time, index) => (times[index - 1] ?? time) <= time)
}

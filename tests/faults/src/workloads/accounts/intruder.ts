import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { listConversations, listMessages, markAllRead, readMessages, sendMessage } from '@zing/proto/http/chat'
import { clearNotifications, likeUser, listMatches, listUsers, readNotification } from '@zing/proto/http/social'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Caller, type CallInput, type Run } from '../call.ts'
import { register, registerMatch, type TestUser } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'

const EVERY_MS = [1_000, 2_500] as const

interface Attack {
  name: string
  endpoint: AnyEndpoint
  caller: Caller | null
  input?: CallInput<AnyEndpoint>
}

/**
 * Throughout the run, tries calls that must fail (SEC-01, 60, INV-10). They lack a valid session, come from foreign
 * pages, or reach for other users' data.
 */
export async function startIntruder(run: Run): Promise<Workload> {
  const [name = '', pair = ''] = newNames('intruder', 2)
  const intruder = await register(run, name)
  const [one, other] = await registerMatch(run, pair)
  const attacks = [...withoutSession(one), ...fromForeignPages(run, one), ...onData(intruder, other)]
  const seen: Violation[] = []

  async function loop(): Promise<void> {
    while (!run.ending.aborted) {
      await pause(run.thinkTime.next(EVERY_MS))
      const results = await Promise.all(attacks.map((attack) => tryOnce(run, attack)))
      for (const { name, outcome } of results) {
        if (outcome !== 'ok') continue
        seen.push({ invariant: 'INV-10', text: `${name} was accepted at ${run.history.now()} ms` })
      }
    }
  }
  return { done: loop(), seen, check: () => checkIdentity(run, one, intruder) }
}

async function tryOnce(run: Run, { name, endpoint, caller, input }: Attack) {
  const { outcome } = await attempt(run, { op: `intruder: ${name}`, key: randomUUID(), caller }, endpoint, input)
  return { name, outcome }
}

/** Sends no cookie, headers that claim a user, and a forged cookie. */
function withoutSession(victim: TestUser): Attack[] {
  const [payload = '', signature = ''] = [victim.cookie.slice(0, -4), victim.cookie.slice(-4)]
  const forged = { id: victim.id, cookie: `${payload}${signature === 'AAAA' ? 'BBBB' : 'AAAA'}` }
  const claims = {
    'x-user-id': String(victim.id),
    authorization: 'Bearer x',
    'x-internal-auth': String(victim.id),
    'x-forwarded-user': String(victim.id),
  }
  const reads = [getUser, listMatches, listConversations, listUsers]
  return [
    ...reads.map((endpoint) => ({ name: `${endpoint.path} without a session`, endpoint, caller: null })),
    { name: 'a claimed user', endpoint: getUser, caller: null, input: { headers: claims } },
    { name: 'a forged session', endpoint: getUser, caller: forged },
  ]
}

/** Sends what a browser would send for a page of another site, with the victim's cookie. */
function fromForeignPages(run: Run, victim: TestUser): Attack[] {
  const foreign: { [name: string]: string }[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${run.url}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'content-type': 'text/plain' },
  ]
  const body = { name: 'Intruder' }
  return [
    ...foreign.map((headers) => ({
      name: `a change of the profile with ${JSON.stringify(headers)}`,
      endpoint: updateUser,
      caller: victim,
      input: { body, headers },
    })),
    ...[markAllRead, clearNotifications].map((endpoint) => ({
      name: `${endpoint.path} of a foreign page`,
      endpoint,
      caller: victim,
      input: { headers: { origin: 'https://evil.example' } },
    })),
  ]
}

/** Uses another user's valid session on the victim's data. */
function onData(intruder: TestUser, victim: TestUser): Attack[] {
  const params = { id: victim.id }
  const body = { receiverId: victim.id, content: 'hello', clientMessageId: randomUUID() }
  return [
    { name: 'messages of others', endpoint: listMessages, caller: intruder, input: { params } },
    { name: 'a read mark without a match', endpoint: readMessages, caller: intruder, input: { params } },
    { name: 'a message without a match', endpoint: sendMessage, caller: intruder, input: { body } },
    { name: 'a like of oneself', endpoint: likeUser, caller: intruder, input: { body: { likedId: intruder.id } } },
    { name: 'a notification of others', endpoint: readNotification, caller: intruder, input: { params: { id: 1 } } },
  ]
}

/** A session belongs to its own user, whatever headers claim, and no attack has changed anything. */
async function checkIdentity(run: Run, victim: TestUser, intruder: TestUser): Promise<Violation[]> {
  const headers = { 'x-user-id': String(victim.id), authorization: 'Bearer x' }
  const key = randomUUID()
  const claimed = await attempt(run, { op: 'intruder: own user', key, caller: intruder }, getUser, { headers })
  const own = await attempt(run, { op: 'own user', key, caller: victim }, getUser)
  const violations: Violation[] = []
  if (claimed.body && claimed.body.id !== intruder.id)
    violations.push({ invariant: 'INV-10', text: `the session of ${intruder.id} is taken for ${claimed.body.id}` })
  if (own.body?.name === 'Intruder') violations.push({ invariant: 'INV-10', text: `${victim.id} was renamed` })
  return violations
}

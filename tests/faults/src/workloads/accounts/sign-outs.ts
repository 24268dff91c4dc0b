import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getUser, login, logout, updateUser } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { listUsers } from '@zing/proto/http/social'
import { getStats } from '@zing/proto/http/staff/admin'
import { checkSignOuts, type SignOut } from '../../checks/accounts/sign-outs.ts'
import type { Violation } from '../../checks/violation.ts'
import { recordsOf } from '../../history.ts'
import { attempt, type Caller, type Run, untilCertain } from '../call.ts'
import { trySocket } from '../chat/try-socket.ts'
import { PASSWORD, register, sessionCookieOf, type TestUser } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'

const PEOPLE = 3
const EVERY_MS = [1_000, 3_000] as const
/** Rounds of replays right after a sign-out; later replays use sessions that ended before. */
const ROUNDS = 3
const ROUND_EVERY_MS = [100, 1_500] as const

/** People try wrong passwords, sign in, sign out, and replay a copy of the cookie (SEC-12, SEC-13). */
export async function startSignOuts(run: Run, { gateways }: { gateways: number }): Promise<Workload> {
  const people = await Promise.all(newNames('leave', PEOPLE).map((name) => register(run, name)))
  const signOuts: SignOut[] = []
  const seen: Violation[] = []
  const ended: { caller: Caller; signOut: SignOut }[] = []
  let isReplayed = false

  async function loop(person: TestUser): Promise<void> {
    while (!run.ending.aborted) {
      await pause(run.thinkTime.next(EVERY_MS))
      await tryWrongPassword(run, person, seen)
      const one = await signInAndOut(run, person)
      if (!one) continue
      signOuts.push(one.signOut)
      for (let round = 0; round < ROUNDS && !run.ending.aborted; round++) {
        await replay(run, one)
        if (ended.length > 0) await replay(run, run.random.pick(ended))
        await pause(run.thinkTime.next(ROUND_EVERY_MS))
      }
      ended.push(one)
    }
  }

  return {
    done: Promise.all(people.map(loop)),
    get seen() {
      const faults = recordsOf(run.history.records, 'fault')
      return [...seen, ...checkSignOuts(signOuts, faults, { gateways, now: run.history.now() })]
    },
    async check() {
      if (!isReplayed) await Promise.all(ended.map((one) => replay(run, one)))
      isReplayed = true
      return [] // `seen` judges the replays
    },
  }
}

/** Signs in, uses the session, and signs out; null unless everything was confirmed. */
async function signInAndOut(run: Run, person: TestUser): Promise<{ caller: Caller; signOut: SignOut } | null> {
  const signedIn = await untilCertain(run, () =>
    attempt(run, { op: 'login', key: randomUUID(), caller: null }, login, {
      body: { username: person.username, password: PASSWORD },
    }),
  )
  if (!signedIn.body) return null
  const caller: Caller = { id: person.id, cookie: sessionCookieOf(signedIn) }
  const socket = await openSocket(run, caller)
  await Promise.all(
    [getUser, listConversations].map(
      (endpoint) => attempt(run, { op: 'use', key: randomUUID(), caller }, endpoint), // so that gateways know the session
    ),
  )
  // a 401 means that an earlier attempt ended the session
  const { outcome, to } = await untilCertain(run, () =>
    attempt(run, { op: 'logout', key: randomUUID(), caller }, logout),
  )
  if (outcome === 'unknown') return null
  return { caller, signOut: { user: person.id, at: to, replays: [], socket } }
}

async function openSocket(run: Run, { id, cookie }: Caller): Promise<SignOut['socket']> {
  const { socket } = await trySocket(run, { cookie })
  if (!socket) return null
  const open: { closedAt: number | null } = { closedAt: null }
  socket.on('close', () => {
    open.closedAt = run.history.now()
  })
  socket.send(JSON.stringify({ type: 'AUTH', userId: id }))
  run.closing.addEventListener('abort', () => socket.terminate())
  return open
}

/** Uses the copied cookie at every service, for a write and for a socket. */
async function replay(run: Run, { caller, signOut }: { caller: Caller; signOut: SignOut }): Promise<void> {
  const add = (op: string, { from, status }: { from: number; status: number }) =>
    void signOut.replays.push({ op, from, status })
  const operation = (op: string) => ({ op: `replay ${op}`, key: randomUUID(), caller })
  const { socket, ...tried } = await trySocket(run, { cookie: caller.cookie })
  add('a socket', tried)
  socket?.terminate()
  add('the account', await attempt(run, operation('account'), getUser))
  add('the feed', await attempt(run, operation('feed'), listUsers))
  add('the conversations', await attempt(run, operation('conversations'), listConversations))
  add('the totals', await attempt(run, operation('totals'), getStats))
  add('a profile change', await attempt(run, operation('profile'), updateUser, { body: { name: 'Signed Out' } }))
}

async function tryWrongPassword(run: Run, { username }: TestUser, seen: Violation[]): Promise<void> {
  const operation = { op: 'wrong password', key: randomUUID(), caller: null, rejectedBy: [429] }
  const { outcome, to } = await attempt(run, operation, login, { body: { username, password: `${PASSWORD}!` } })
  if (outcome === 'ok')
    seen.push({ invariant: 'INV-10', text: `${username} signed in with a wrong password at ${to} ms` })
}

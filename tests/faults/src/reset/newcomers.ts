import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { login, registerUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import type { Outcome } from '../history.ts'
import { attempt, type Run, untilCertain } from '../workloads/call.ts'
import { PASSWORD, sessionCookieOf, type TestUser, uniqueName } from '../workloads/test-users.ts'
import { newNames } from '../workloads/workload.ts'

const EVERY_MS = [200, 500] as const
const IN_FLIGHT_MAX = 4

/** A user who registers during the reset, or soon after it. */
export interface Newcomer {
  username: string
  /** Start of the first attempt and end of the last one. */
  from: number
  to: number
  /** Null if no registration or login was confirmed. */
  person: TestUser | null
}

/** A like or a message of one newcomer to another. */
export interface Act {
  kind: 'like' | 'message'
  by: number
  to: number
  outcome: Outcome
  /** Null unless this is a confirmed message. */
  messageId: number | null
}

export interface Newcomers {
  all: Newcomer[]
  acts: Act[]
  done: Promise<unknown>
}

/** Registers people until `ending`; each likes the previous person, is liked back, and writes to that person. */
export function startNewcomers(run: Run, ending: AbortSignal): Newcomers {
  const all: Newcomer[] = []
  const acts: Act[] = []
  const context = { ...run, ending }

  async function loop(): Promise<void> {
    const inFlight = new Set<Promise<void>>()
    while (!ending.aborted) {
      await pause(run.random.integer(...EVERY_MS))
      if (inFlight.size >= IN_FLIGHT_MAX) await Promise.race(inFlight)
      const coming: Promise<void> = arrive(context, all, acts).finally(() => inFlight.delete(coming))
      inFlight.add(coming)
    }
    await Promise.all(inFlight)
  }
  return { all, acts, done: loop() }
}

async function arrive(run: Run, all: Newcomer[], acts: Act[]): Promise<void> {
  const newcomer = await registerNewcomer(run)
  const { person } = newcomer
  const previous = all.findLast((other) => other.person)?.person
  all.push(newcomer)
  if (!person || !previous) return
  await like(run, person, previous, acts)
  await like(run, previous, person, acts)
  await write(run, person, previous, acts)
}

/** Registers one user. After an unknown outcome the account may exist, or the reset may have deleted it. */
export async function registerNewcomer(run: Run, username = newNames('newcomer', 1)[0] ?? ''): Promise<Newcomer> {
  const from = run.history.now()
  const details = { username, password: PASSWORD, name: uniqueName(), age: 30, gender: 'other', orientation: 'other' }
  const operation = (op: string) => ({ op, key: username, caller: null })
  const created = await untilCertain(run, () => attempt(run, operation('register'), registerUser, { body: details }))
  const signedIn = created.body
    ? created
    : await untilCertain(run, () => attempt(run, operation('login'), login, { body: { username, password: PASSWORD } }))
  const { body, to } = signedIn
  const person = body ? { id: body.id, username, cookie: sessionCookieOf(signedIn) } : null
  return { username, from, to, person }
}

async function like(run: Run, caller: TestUser, { id }: TestUser, acts: Act[]): Promise<void> {
  const { outcome } = await untilCertain(run, () =>
    attempt(run, { op: 'newcomer likes', key: randomUUID(), caller }, likeUser, { body: { likedId: id } }),
  )
  acts.push({ kind: 'like', by: caller.id, to: id, outcome, messageId: null })
}

async function write(run: Run, caller: TestUser, { id }: TestUser, acts: Act[]): Promise<void> {
  const key = randomUUID()
  const body = { receiverId: id, content: 'since the reset', clientMessageId: key }
  const { outcome, body: message } = await untilCertain(run, () =>
    attempt(run, { op: 'newcomer writes', key, caller }, sendMessage, { body }),
  )
  acts.push({ kind: 'message', by: caller.id, to: id, outcome, messageId: message?.id ?? null })
}

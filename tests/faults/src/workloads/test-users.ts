import { randomBytes, randomUUID } from 'node:crypto'
import { login, registerUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser, listMatches } from '@zing/proto/http/social'
import { attempt, type Caller, type Run, untilCertain } from './call.ts'

export const PASSWORD = 'correct horse battery'
/** Before the first fault a match opens at once; a product that does not open it cannot be tested. */
const OPEN_MS = 60_000
const LETTERS = 26

export interface TestUser extends Caller {
  username: string
}

/** Registers a person. After an unknown outcome the account may exist; the person then logs in (INV-6). */
export async function register(run: Run, username: string, name = 'Fault Tester'): Promise<TestUser> {
  const details = { username, password: PASSWORD, name, age: 30, gender: 'other', orientation: 'other' }
  const created = await untilCertain(run, () =>
    attempt(run, { op: 'register', key: username, caller: null }, registerUser, { body: details }),
  )
  const signedIn =
    created.outcome === 'ok'
      ? created
      : await untilCertain(run, () =>
          attempt(run, { op: 'login', key: username, caller: null }, login, { body: { username, password: PASSWORD } }),
        )
  if (!signedIn.body) {
    const { status, errorCode } = created
    throw new Error(`${username} could neither register (${status} ${errorCode}) nor log in (${signedIn.status})`)
  }
  return { id: signedIn.body.id, username, cookie: sessionCookieOf(signedIn) }
}

/** The session cookie, which comes before the device cookie. */
export function sessionCookieOf({ cookies }: { cookies: string[] }): string {
  return cookies[0]?.split(';')[0] ?? ''
}

/** Registers two people who like each other, and waits until they may write to each other. */
export async function registerMatch(run: Run, name: string): Promise<[TestUser, TestUser]> {
  const [one, other] = [await register(run, `${name}.a`), await register(run, `${name}.b`)]
  await like(run, one, other)
  await like(run, other, one)
  const openBy = run.history.now() + OPEN_MS
  await untilCertain(run, async () => {
    if (run.history.now() > openBy) throw new Error(`${name}: no message could be sent ${OPEN_MS} ms after both likes`)
    const sent = await attempt(run, { op: 'first message', key: randomUUID(), caller: one }, sendMessage, {
      body: { receiverId: other.id, content: 'first', clientMessageId: randomUUID() },
    })
    return { outcome: sent.outcome === 'ok' ? 'ok' : 'unknown' } as const // chat may not know of the match yet
  })
  return [one, other]
}

async function like(run: Run, liker: TestUser, liked: TestUser): Promise<void> {
  await untilCertain(run, () =>
    attempt(run, { op: 'first like', key: `${liker.id}:${liked.id}`, caller: liker }, likeUser, {
      body: { likedId: liked.id },
    }),
  )
}

export async function matchesOf(run: Run, person: TestUser): Promise<number[] | null> {
  const { body } = await attempt(run, { op: 'matches', key: randomUUID(), caller: person }, listMatches)
  return body?.map(({ id }) => id) ?? null
}

/** A profile name that no other user has, in letters, since names hold no digits. */
export function uniqueName(): string {
  const letters = [...randomBytes(12)].map((byte) => String.fromCharCode('a'.charCodeAt(0) + (byte % LETTERS)))
  return `New-${letters.join('')}`
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getSelfie, getUser, login, updateUser } from '@zing/proto/http/auth'
import { listConversations, listMessages, readMessages, sendMessage } from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listNotifications, listUsers, unlikeUser } from '@zing/proto/http/social'
import type { Violation } from '../checks/violation.ts'
import { PHOTO } from '../workloads/accounts/photo.ts'
import { attempt, type Caller, type Run } from '../workloads/call.ts'
import { trySocket } from '../workloads/chat/try-socket.ts'
import { PASSWORD, registerMatch, type TestUser } from '../workloads/test-users.ts'
import { newNames } from '../workloads/workload.ts'

const PAIRS = 3
const SEND_EVERY_MS = [30, 150] as const
const CHANGE_EVERY_MS = [150, 500] as const

interface FormerUser extends TestUser {
  partner: TestUser
  /** Paths of all photos ever confirmed to the user. */
  photos: Set<string>
  socket: { isOpen: boolean }
}

export interface FormerUsers {
  people: FormerUser[]
  /** Resolves when the last operation has ended. */
  done: Promise<unknown>
}

/**
 * Registers people who write, like and change photos at a high rate until `ending`, even while the reset deletes them.
 */
export async function startFormerUsers(run: Run, ending: AbortSignal): Promise<FormerUsers> {
  const pairs = await Promise.all(newNames('former', PAIRS).map((name) => registerMatch(run, name)))
  const people = await Promise.all(
    pairs.flatMap(([one, other]) => [createFormerUser(run, one, other), createFormerUser(run, other, one)]),
  )
  const [one, ...others] = people
  const strangers = others.filter(({ id }) => id !== one?.partner.id)
  const loops = people.flatMap((user, index) => [
    every(run, SEND_EVERY_MS, ending, () => send(run, user)),
    every(run, CHANGE_EVERY_MS, ending, () => changeProfile(run, user, index === 0)),
    every(run, CHANGE_EVERY_MS, ending, () => likeAndUnlike(run, user, run.random.pick(strangers))),
  ])
  return { people, done: Promise.all(loops) }
}

async function createFormerUser(run: Run, person: TestUser, partner: TestUser): Promise<FormerUser> {
  const user = { ...person, partner, photos: new Set<string>(), socket: { isOpen: false } }
  await changeProfile(run, user, true)
  const { socket } = await trySocket(run, { cookie: person.cookie })
  if (!socket) throw new Error(`${person.username} could not open a socket`)
  user.socket.isOpen = true
  socket.on('close', () => {
    user.socket.isOpen = false
  })
  socket.send(JSON.stringify({ type: 'AUTH', userId: person.id }))
  run.closing.addEventListener('abort', () => socket.terminate())
  return user
}

async function every(
  { random }: Run,
  everyMs: readonly [number, number],
  ending: AbortSignal,
  act: () => Promise<unknown>,
): Promise<void> {
  while (!ending.aborted) {
    await pause(random.integer(...everyMs))
    await act()
  }
}

async function send(run: Run, { partner, ...caller }: FormerUser): Promise<void> {
  const key = randomUUID()
  await attempt(run, { op: 'former send', key, caller }, sendMessage, {
    body: { receiverId: partner.id, content: 'from before the reset', clientMessageId: key },
  })
  await attempt(run, { op: 'former read', key, caller }, readMessages, { params: { id: partner.id } })
}

async function changeProfile(run: Run, { photos, ...caller }: FormerUser, hasPhoto: boolean): Promise<void> {
  const { body } = await attempt(
    run,
    { op: 'former profile', key: randomUUID(), caller, rejectedBy: [429] },
    updateUser,
    {
      body: { name: 'From Before', ...(hasPhoto && { selfie: PHOTO }) },
    },
  )
  if (body?.selfie) photos.add(body.selfie)
}

async function likeAndUnlike(run: Run, caller: FormerUser, { id }: TestUser): Promise<void> {
  const operation = (op: string) => ({ op: `former ${op}`, key: randomUUID(), caller })
  await attempt(run, operation('like'), likeUser, { body: { likedId: id } })
  if (run.random.next() < 0.5) await attempt(run, operation('unlike'), unlikeUser, { params: { userId: id } })
}

/** Neither the former users nor a user who registered later can find any of their data (INV-12). */
export async function checkFormerUsers(run: Run, { people }: FormerUsers, viewer: TestUser): Promise<Violation[]> {
  const found = await Promise.all(
    people.map(async (user) => [...(await checkOwnAccess(run, user)), ...(await checkTraces(run, user, viewer))]),
  )
  return found.flat()
}

async function checkOwnAccess(run: Run, user: FormerUser): Promise<Violation[]> {
  const operation = (caller: Caller | null) => ({ op: 'former access', key: randomUUID(), caller })
  const statuses = {
    account: await attempt(run, operation(user), getUser),
    feed: await attempt(run, operation(user), listUsers),
    matches: await attempt(run, operation(user), listMatches),
    notifications: await attempt(run, operation(user), listNotifications),
    conversations: await attempt(run, operation(user), listConversations),
    login: await attempt(run, operation(null), login, { body: { username: user.username, password: PASSWORD } }),
    socket: await openAndClose(run, user),
  }
  return unexpected(`${user.username} (${user.id}) from before the reset still has`, statuses, 401)
}

async function openAndClose(run: Run, { cookie }: TestUser): Promise<{ status: number }> {
  const { status, socket } = await trySocket(run, { cookie })
  socket?.terminate()
  return { status }
}

async function checkTraces(run: Run, { id, photos }: FormerUser, viewer: TestUser): Promise<Violation[]> {
  const operation = { op: 'trace of before', key: randomUUID(), caller: viewer }
  const byId = { params: { id } }
  const statuses = {
    profile: await attempt(run, operation, getProfile, byId),
    messages: await attempt(run, operation, listMessages, byId),
    like: await attempt(run, operation, likeUser, { body: { likedId: id } }),
  }
  const seen = `of user ${id} of before the reset ${viewer.id} gets the`
  const violations = unexpected(seen, statuses, 404)
  for (const photo of photos) {
    const [, userId = '', version = ''] = /\/(\d+)\/(\d+)$/.exec(photo) ?? []
    const result = await attempt(run, operation, getSelfie, { params: { userId, version } })
    violations.push(...unexpected(seen, { [photo]: result }, 404))
  }
  return violations
}

function unexpected(what: string, results: { [name: string]: { status: number } }, expected: number): Violation[] {
  return Object.entries(results)
    .filter(([, { status }]) => status !== expected)
    .map(([name, { status }]) => ({ invariant: 'INV-12', text: `${what} ${name}: ${status}` }))
}

/** Sockets opened before the reset close, at the latest by a recheck of their sessions (SEC-17). */
export function checkFormerSockets({ people }: FormerUsers): Violation[] {
  return people
    .filter(({ socket }) => socket.isOpen)
    .map(({ id }) => ({ invariant: 'INV-12', text: `a socket of user ${id} of before the reset is still open` }))
}

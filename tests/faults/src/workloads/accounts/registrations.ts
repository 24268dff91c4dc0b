import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { login } from '@zing/proto/http/auth'
import { checkRegistrations, type Registration } from '../../checks/accounts/registrations.ts'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run } from '../call.ts'
import { readFeed } from '../meeting/feed.ts'
import { PASSWORD, register, type TestUser, uniqueName } from '../test-users.ts'
import { newNames, type Workload } from '../workload.ts'

const EVERY_MS = [2_000, 4_000] as const
/** One username in this many is registered twice at the same time. */
const TWICE_ONE_IN = 2

/** Registers a new person every few seconds, sometimes with two requests for one username at once. */
export async function startRegistrations(run: Run): Promise<Workload> {
  const [viewerName = ''] = newNames('viewer', 1)
  const viewer = await register(run, viewerName)
  const registrations: Registration[] = []
  const seen: Violation[] = []

  async function loop(): Promise<void> {
    for (let number = 1; !run.ending.aborted; number++) {
      await pause(run.thinkTime.next(EVERY_MS))
      const registration = { username: `new${number}.${randomBytes(3).toString('hex')}`, name: uniqueName(), ids: [] }
      registrations.push(registration)
      await registerAll(run, registration, seen)
    }
  }

  const loggedIn = new Set<string>()
  return {
    done: loop(),
    seen,
    async check() {
      const missing = registrations.filter(({ ids, username }) => ids.length > 0 && !loggedIn.has(username))
      const found: Violation[] = [] // one login after another: the product would refuse dozens at once
      for (const registration of missing) found.push(...(await checkLogin(run, registration, loggedIn)))
      const feed = await readFeed(run, viewer)
      if (!feed) return [{ invariant: 'INV-7', text: `${viewer.id} cannot read the feed` }]
      return [...found, ...checkRegistrations(registrations, feed)]
    },
  }
}

async function registerAll(run: Run, { username, name, ids }: Registration, seen: Violation[]): Promise<void> {
  const isTwice = run.random.integer(1, TWICE_ONE_IN) === 1
  const people = await Promise.all(
    Array.from({ length: isTwice ? 2 : 1 }, () =>
      register(run, username, name).catch((error: unknown): TestUser | null => {
        // the end of a run may interrupt the last registration
        if (!run.ending.aborted) seen.push({ invariant: 'INV-6', text: String(error) })
        return null
      }),
    ),
  )
  for (const person of people) if (person) ids.push(person.id)
}

/** A confirmed user can log in as the same user (INV-1). */
async function checkLogin(run: Run, { username, ids }: Registration, loggedIn: Set<string>): Promise<Violation[]> {
  const operation = { op: 'final login', key: randomUUID(), caller: null }
  const { body, status } = await attempt(run, operation, login, { body: { username, password: PASSWORD } })
  if (!body || !ids.includes(body.id))
    return [{ invariant: 'INV-1', text: `${username} (${ids.join()}) cannot log in: ${status}, ${body?.id}` }]
  loggedIn.add(username)
  return []
}

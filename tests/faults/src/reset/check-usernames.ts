import { randomUUID } from 'node:crypto'
import { getUser } from '@zing/proto/http/auth'
import type { Violation } from '../checks/violation.ts'
import { attempt, type Run } from '../workloads/call.ts'
import type { TestUser } from '../workloads/test-users.ts'
import { type Newcomer, registerNewcomer } from './newcomers.ts'

/** The username of a deleted account can be registered again, and so can the username of a failed registration. */
export async function checkUsernames(run: Run, former: TestUser[], newcomers: Newcomer[]): Promise<Violation[]> {
  const gone = await Promise.all(newcomers.map(async ({ person }) => !person || (await isGone(run, person))))
  const usernames = [...former, ...newcomers.filter((_, index) => gone[index])].map(({ username }) => username)
  const known = new Set([...former, ...newcomers.flatMap(({ person }) => person ?? [])].map(({ id }) => id))
  const found = await Promise.all(
    usernames.map(async (username): Promise<Violation[]> => {
      const { person } = await registerNewcomer(run, username)
      if (person && !known.has(person.id)) return []
      return [{ invariant: 'INV-12', text: `the username ${username} from before the reset is still taken` }]
    }),
  )
  return found.flat()
}

async function isGone(run: Run, caller: TestUser): Promise<boolean> {
  const { status } = await attempt(run, { op: 'own account', key: randomUUID(), caller }, getUser)
  return status === 401
}

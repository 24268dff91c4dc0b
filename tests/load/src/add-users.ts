import { randomBytes } from 'node:crypto'
import { type ApiClient, registerOrLogIn } from '@zing/dev-env/demo/member'
import { likeUser } from '@zing/proto/http/social'
import type { User } from '../shared/fixture.ts'
import { type Plan, userCount } from '../shared/plan.ts'

const CONCURRENCY = 4 // auth hashes two passwords at once

export async function addUsers(url: string, plan: Plan): Promise<User[]> {
  const run = randomBytes(4).toString('hex') // avoids the usernames of earlier runs
  const password = randomBytes(9).toString('base64url')
  const usernames = Array.from({ length: userCount(plan) }, (_, index) => `k6.${run}.${index}`)
  const members = await inGroups(usernames, async (username, index) => {
    const name = index % 2 === 0 ? 'Ann' : 'Ben'
    const details = { name, age: 20 + (index % 60), gender: 'other', orientation: 'other', username, password }
    return { username, password, member: await registerOrLogIn(url, details) }
  })
  const pairs = members.slice(0, 2 * plan.pairs).flatMap(({ member }, index): [ApiClient, ApiClient][] => {
    const partner = members[index + 1]?.member
    return index % 2 === 0 && partner ? [[member, partner]] : []
  })
  await inGroups(pairs, async ([ann, ben]) => {
    await ann.call(likeUser, { body: { likedId: ben.user.id } })
    await ben.call(likeUser, { body: { likedId: ann.user.id } })
  })
  return members.map(({ username, member }) => ({ id: member.user.id, username, password, cookie: member.cookie }))
}

async function inGroups<T, R>(items: T[], run: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let first = 0; first < items.length; first += CONCURRENCY) {
    const group = items.slice(first, first + CONCURRENCY).map((item, index) => run(item, first + index))
    results.push(...(await Promise.all(group)))
  }
  return results
}

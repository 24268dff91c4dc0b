import { getUser } from '@zing/proto/http/auth'
import { listMatches, listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { nextQuery } from '../shared/next-query.ts'
import { durations, NO_ERRORS } from '../shared/thresholds.ts'
import { call, callAll } from './support/call.ts'
import { plan, users } from './support/fixture.ts'

// A user opens the feed and scrolls: own account, matches, four pages. `rate` is pages per second.
const PAGES = 4

export const options: Options = {
  scenarios: {
    feed: {
      executor: 'constant-arrival-rate',
      rate: Math.ceil(plan.rate / PAGES),
      duration: `${plan.seconds}s`,
      preAllocatedVUs: 20,
      maxVUs: 60,
    },
  },
  thresholds: {
    ...NO_ERRORS,
    ...durations(listUsers, ['p(50)<=15', 'p(95)<=50', 'p(99)<=150']),
    ...durations(listMatches, ['p(95)<=50']),
    ...durations(getUser, ['p(95)<=30']),
    dropped_iterations: ['count==0'],
  },
}

export default async function feed(): Promise<void> {
  const me = users[exec.scenario.iterationInTest % users.length]
  if (!me) throw new Error('the plan has no users')
  const [, { body: matches }] = await callAll([call(me.cookie, getUser), call(me.cookie, listMatches)])

  const seen: number[] = []
  let query = 'scope=discover'
  for (let page = 0; page < PAGES; page++) {
    const { body, headers } = await call(me.cookie, listUsers, { query })
    check(body, {
      'a feed page is full': ({ length }) => length === FEED_PAGE_SIZE,
      'the feed is sorted newest first': (profiles) =>
        profiles.every(({ createdAt }, index) => createdAt <= (profiles[index - 1]?.createdAt ?? createdAt)),
    })
    seen.push(...body.map(({ id }) => id))
    query = nextQuery(headers.Link) ?? ''
  }
  const hidden = [me.id, ...matches.map(({ id }) => id)]
  check(seen, {
    'no user is repeated': (ids) => new Set(ids).size === ids.length,
    'the viewer and their matches are left out': (ids) => hidden.every((id) => !ids.includes(id)),
  })
}

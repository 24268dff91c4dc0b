import { likeUser, listMatches, listNotifications, unlikeUser } from '@zing/proto/http/social'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { pairsOf } from '../shared/fixture.ts'
import { durations, NO_ERRORS } from '../shared/thresholds.ts'
import { call, callAll } from './support/call.ts'
import { plan, users } from './support/fixture.ts'

// Two users like each other at the same time, which makes one match; then both remove the like. `rate` is likes per
// second.
const LIKES = 2
const pairs = pairsOf(users)

export const options: Options = {
  scenarios: {
    likes: {
      executor: 'constant-arrival-rate',
      rate: Math.ceil(plan.rate / LIKES),
      duration: `${plan.seconds}s`,
      preAllocatedVUs: Math.min(10, pairs.length),
      maxVUs: pairs.length, // one pair per VU
    },
  },
  thresholds: {
    ...NO_ERRORS,
    ...durations(likeUser, ['p(50)<=25', 'p(95)<=80', 'p(99)<=200']),
    ...durations(unlikeUser, ['p(95)<=80']),
    ...durations(listMatches, ['p(95)<=50']),
    dropped_iterations: ['count==0'],
  },
}

export default async function likes(): Promise<void> {
  const pair = pairs[exec.vu.idInTest - 1]
  if (!pair) throw new Error('more VUs than pairs of users')
  const [ann, ben] = pair
  const likeResults = await callAll([
    call(ann.cookie, likeUser, { body: { likedId: ben.id } }),
    call(ben.cookie, likeUser, { body: { likedId: ann.id } }),
  ])
  const again = await call(ann.cookie, likeUser, { body: { likedId: ben.id } })
  const lists = await callAll([call(ann.cookie, listMatches), call(ben.cookie, listMatches)])
  check(null, {
    'the response to the second like reports the match': () => likeResults.some(({ body }) => body.isMatch),
    'a like counts once': () => again.body.isMatch && again.body.likeCount === 1,
    'both users have the match once': () =>
      lists[0].body.filter(({ id }) => id === ben.id).length === 1 &&
      lists[1].body.filter(({ id }) => id === ann.id).length === 1,
  })

  const unliked = await call(ann.cookie, unlikeUser, { params: { userId: ben.id } })
  const remaining = await call(ben.cookie, listMatches)
  await call(ben.cookie, unlikeUser, { params: { userId: ann.id } })
  await call(ben.cookie, listNotifications)
  check(null, {
    'an undone like is not counted': () => unliked.body.likeCount === 0,
    'an undone like ends the match for both users': () => remaining.body.every(({ id }) => id !== ann.id),
  })
}

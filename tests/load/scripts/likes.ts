import { likeUser, listMatches, listNotifications, unlikeUser } from '@zing/proto/http/social'
import { check } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { pairsOf } from '../shared/fixture.ts'
import { durations, NO_ERRORS } from '../shared/thresholds.ts'
import { call, together } from './support/call.ts'
import { people, plan } from './support/fixture.ts'

// Two people like each other in the same instant and are one match; then each takes it back. `rate` is likes a second.
const LIKES = 2
const couples = pairsOf(people)

export const options: Options = {
  scenarios: {
    likes: {
      executor: 'constant-arrival-rate',
      rate: Math.ceil(plan.rate / LIKES),
      duration: `${plan.seconds}s`,
      preAllocatedVUs: Math.min(10, couples.length),
      maxVUs: couples.length, // each has a couple to itself
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
  const couple = couples[exec.vu.idInTest - 1]
  if (!couple) throw new Error('there are more virtual users than couples')
  const [ann, ben] = couple
  const answers = await together([
    call(ann.cookie, likeUser, { body: { likedId: ben.id } }),
    call(ben.cookie, likeUser, { body: { likedId: ann.id } }),
  ])
  const again = await call(ann.cookie, likeUser, { body: { likedId: ben.id } })
  const lists = await together([call(ann.cookie, listMatches), call(ben.cookie, listMatches)])
  check(null, {
    'the later of two likes is told of the match': () => answers.some(({ body }) => body.isMatch),
    'a like counts once': () => again.body.isMatch && again.body.likeCount === 1,
    'both have the match, once': () =>
      lists[0].body.filter(({ id }) => id === ben.id).length === 1 &&
      lists[1].body.filter(({ id }) => id === ann.id).length === 1,
  })

  const gone = await call(ann.cookie, unlikeUser, { params: { userId: ben.id } })
  const none = await call(ben.cookie, listMatches)
  await call(ben.cookie, unlikeUser, { params: { userId: ann.id } })
  await call(ben.cookie, listNotifications)
  check(null, {
    'a like taken back counts no more': () => gone.body.likeCount === 0,
    'a like taken back ends the match for both': () => none.body.every(({ id }) => id !== ann.id),
  })
}

import { expect, test } from 'vitest'
import { checkDeparture, type Remains } from './deletions.ts'

const departure = { id: 7, at: 100, partnerId: 3 }
const nothing: Remains = {
  matches: [1],
  conversations: [],
  feed: [1, 2],
  notifications: [1],
  profile: 404,
  messages: 404,
  login: 401,
}

test('a user who is gone everywhere violates nothing', () => {
  expect(checkDeparture(departure, nothing)).toEqual([])
})

test.each(['matches', 'conversations', 'feed', 'notifications'] as const)('a user in the %s is found', (list) => {
  expect(checkDeparture(departure, { ...nothing, [list]: [1, 7] })).toEqual([
    { invariant: 'INV-13', text: `7, deleted at 100 ms, is in the ${list} of 3` },
  ])
  expect(checkDeparture(departure, { ...nothing, [list]: null })).toEqual([
    { invariant: 'INV-7', text: `3 cannot read the ${list}` },
  ])
})

test.each(['profile', 'messages', 'login'] as const)('an accepted call for the %s is found', (call) => {
  expect(checkDeparture(departure, { ...nothing, [call]: 200 })).toMatchObject([{ invariant: 'INV-13' }])
  expect(checkDeparture(departure, { ...nothing, [call]: 503 })).toMatchObject([{ invariant: 'INV-7' }])
})

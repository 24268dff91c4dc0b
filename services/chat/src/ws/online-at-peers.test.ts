import { expect, test } from 'vitest'
import { createOnlineAtPeers } from './online-at-peers.ts'
import type { PresenceChange } from './peers.ts'

function setup() {
  let time = 0
  const atPeers = createOnlineAtPeers(() => time)
  const receive = (process: string, change: Partial<PresenceChange>) =>
    atPeers.receive({
      ...{ process, number: 1, sentAt: 0, opened: [], closed: [] },
      ...{ isComplete: false, isRequest: false, isLast: false, ...change },
    })
  const wait = (ms: number) => {
    time += ms
  }
  return { ...atPeers, receive, wait }
}

test('users come and go with the messages of their process', () => {
  const { receive, has } = setup()
  expect(receive('a', { online: [1, 2] })).toEqual([1, 2])
  expect(receive('a', { offline: [1] })).toEqual([1])
  expect([has(1), has(2), has(3)]).toEqual([false, true, false])
})

test('a complete list replaces the earlier one, and one of a process of before has no users', () => {
  const { receive, has } = setup()
  receive('a', { online: [1, 2] })
  expect(receive('a', { online: [2, 3], isComplete: true }).toSorted()).toEqual([1, 2, 2, 3])
  expect([has(1), has(2), has(3)]).toEqual([false, true, true])
  receive('a', { isComplete: true })
  expect(has(2)).toBe(false)
})

test('a user who is online at two processes stays online until both have said otherwise', () => {
  const { receive, has } = setup()
  receive('a', { online: [1] })
  receive('b', { online: [1] })
  receive('a', { offline: [1] })
  expect(has(1)).toBe(true)
  receive('b', { offline: [1] })
  expect(has(1)).toBe(false)
})

test('a process that is silent for 24 s loses its users; any message renews its lease', () => {
  const { receive, has, expire, wait } = setup()
  receive('a', { online: [1] })
  wait(23_999)
  expect([has(1), expire()]).toEqual([true, []])
  receive('a', {})
  wait(23_999)
  expect(has(1)).toBe(true)
  wait(1)
  expect([has(1), expire(), expire()]).toEqual([false, [1], []])
})

test('the users of a process that stops have 10 s to connect to another one', () => {
  const { receive, has, expire, wait } = setup()
  receive('a', { online: [1] })
  receive('a', { isLast: true })
  wait(9_999)
  expect(has(1)).toBe(true)
  wait(1)
  expect([has(1), expire()]).toEqual([false, [1]])
})

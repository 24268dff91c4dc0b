import { expect, test } from 'vitest'
import { createWatchedUsers } from './watched-users.ts'

test('a watcher gets a state once, and again when it changes', () => {
  const watched = createWatchedUsers()
  watched.set(1, [2, 3])
  watched.set(4, [2])
  expect([watched.outdatedWatchers(2, true), watched.outdatedWatchers(2, false)]).toEqual([[1, 4], []])
  expect(watched.markPushed(1, 2, true)).toBe(true)
  expect([watched.outdatedWatchers(2, true), watched.outdatedWatchers(2, false)]).toEqual([[4], [1]])
})

test('a new list keeps what was pushed about users who are still in it', () => {
  const watched = createWatchedUsers()
  watched.set(1, [2, 3])
  watched.markPushed(1, 2, true)
  watched.markPushed(1, 3, true)
  watched.set(1, [2, 5])
  expect([watched.isPushed(1, 2, true), watched.isPushed(1, 3, true), watched.isPushed(1, 5, false)]).toEqual([
    true,
    false,
    true,
  ])
  expect([
    watched.outdatedWatchers(2, true),
    watched.outdatedWatchers(3, false),
    watched.outdatedWatchers(5, true),
  ]).toEqual([[], [], [1]])
})

test('when a user is not watched any more, their changes are not reported', () => {
  const watched = createWatchedUsers()
  watched.set(1, [2, 3])
  watched.unwatch(1, 2)
  expect([watched.outdatedWatchers(2, true), watched.markPushed(1, 2, true)]).toEqual([[], false])
  watched.remove(1)
  expect([watched.outdatedWatchers(3, true), watched.watcherIds()]).toEqual([[], []])
})

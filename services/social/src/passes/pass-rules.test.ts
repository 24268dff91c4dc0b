import { PASS_TTL_MS } from '@zing/proto/limits'
import { likeRemoved, matchEnded } from '@zing/proto/nats/events'
import { describe, expect, test } from 'vitest'
import type { Pair } from '../models/pair.ts'
import { newPair, withLike } from '../pairs/pair-rules.ts'
import {
  hasUndone,
  isDecided,
  passesSince,
  withoutDecision,
  withoutMatch,
  withoutNewLike,
  withoutPass,
  withPass,
} from './pass-rules.ts'

const at = new Date('2026-03-01T12:00:00.000Z')
const before = new Date('2026-03-01T11:59:55.000Z')
const since = passesSince(null, at)
const now = { at, since }
const ended = new Date(since.getTime())

const blank = newPair(30, 7, 4)
const adaPassed: Pair = { ...blank, rev: 1, loPassedAt: before }
const adaLikes: Pair = { ...blank, rev: 1, loLikedAt: before, liked: [30] }
const matched: Pair = { ...adaLikes, rev: 2, hiLikedAt: before, liked: [30, 7], matchedAt: before }
const blocked: Pair = { ...blank, rev: 3, blocked: true }

describe('passes', () => {
  test('a pass is stored for its user and publishes no event', () => {
    expect(withPass(blank, 7, now)).toEqual({ set: { loPassedAt: at }, events: [] })
    expect(withPass(adaPassed, 30, now)).toEqual({ set: { hiPassedAt: at }, events: [] })
  })

  test('a repeated pass changes nothing, and an ended pass begins again', () => {
    expect(withPass(adaPassed, 7, now)).toBeNull()
    expect(withPass({ ...adaPassed, loPassedAt: ended }, 7, now)).toEqual({ set: { loPassedAt: at }, events: [] })
  })

  test('a liked user stays liked, even in a match; a user who only likes can be passed', () => {
    expect(withPass(adaLikes, 7, now)).toBeNull()
    expect(withPass(matched, 30, now)).toBeNull()
    expect(withPass(adaLikes, 30, now)?.set).toEqual({ hiPassedAt: at })
  })

  test('a pass of a blocked pair is rejected with a 404, like an unknown user', () => {
    expect(() => withPass(blocked, 7, now)).toThrow(expect.objectContaining({ status: 404 }))
  })

  test('a like ends the own pass, not the pass by the other user', () => {
    const both: Pair = { ...adaPassed, hiPassedAt: before }
    const [ada, ben] = [
      { id: 7, name: 'Ada', selfie: null },
      { id: 30, name: 'Ben', selfie: null },
    ] as const
    const set = withLike(both, ada, ben, at)?.set
    expect(set).toMatchObject({ loLikedAt: at, loPassedAt: null })
    expect(set).not.toHaveProperty('hiPassedAt')
  })

  test('it removes a pass once, and only the pass that it has read', () => {
    expect(withoutPass(adaPassed, 7)).toEqual({ set: { loPassedAt: null }, events: [] })
    expect(withoutPass(adaPassed, 7, before)).toEqual({ set: { loPassedAt: null }, events: [] })
    const changes = [
      withoutPass(adaPassed, 7, at),
      withoutPass(adaPassed, 30),
      withoutPass({ ...adaPassed, loPassedAt: null }, 7),
      withoutPass({ ...adaPassed, blocked: true }, 7),
    ]
    expect(changes).toEqual([null, null, null, null])
  })

  test('passes count for thirty days, and from the last start on', () => {
    expect(passesSince(null, at)).toEqual(new Date(at.getTime() - PASS_TTL_MS))
    expect(passesSince(before, at)).toEqual(before)
    expect(passesSince(new Date(0), at)).toEqual(new Date(at.getTime() - PASS_TTL_MS))
  })
})

describe('the undo of a like', () => {
  test('it removes the like and creates its event', () => {
    const change = withoutNewLike(adaLikes, 7, { likedAt: before, at })
    expect(change?.set).toEqual({ loLikedAt: null, liked: [], matchedAt: null })
    expect(change?.events.map(({ subject }) => subject)).toEqual([likeRemoved.subject])
  })

  test('it leaves a match, another like, and a missing like alone', () => {
    const changes = [
      withoutNewLike(matched, 7, { likedAt: before, at }),
      withoutNewLike(adaLikes, 7, { likedAt: at, at }),
      withoutNewLike(blank, 7, { likedAt: before, at }),
      withoutNewLike(adaLikes, 30, { likedAt: before, at }),
    ]
    expect(changes).toEqual([null, null, null, null])
  })
})

describe('the note of an undo', () => {
  test('it names the decision, for its user alone', () => {
    const pass = { kind: 'pass', at: before } as const
    const change = withoutDecision(adaPassed, 7, pass, at)
    expect(change?.set).toEqual({ loPassedAt: null, loUndone: 'pass', loUndoneAt: before })
    const undone: Pair = { ...adaPassed, ...change?.set }
    expect(hasUndone(undone, 7, pass)).toBe(true)
    expect(hasUndone(undone, 30, pass)).toBe(false)
    expect(hasUndone(undone, 7, { kind: 'like', at: before })).toBe(false)
    expect(hasUndone(undone, 7, { kind: 'pass', at })).toBe(false)
    expect(withoutDecision(undone, 7, pass, at)).toBeNull()
  })

  test('when it undoes nothing, it stores no undo', () => {
    expect(withoutDecision(matched, 7, { kind: 'like', at: before }, at)).toBeNull()
    expect(withoutDecision(adaLikes, 7, { kind: 'pass', at: before }, at)).toBeNull()
    expect(withoutDecision(adaLikes, 7, { kind: 'like', at: before }, at)?.set).toMatchObject({
      loLikedAt: null,
      loUndone: 'like',
      loUndoneAt: before,
    })
  })
})

describe('unmatches', () => {
  test('an unmatch removes both likes and ends the match', () => {
    const change = withoutMatch(matched, at)
    expect(change?.set).toEqual({
      loLikedAt: null,
      hiLikedAt: null,
      liked: [],
      matchedAt: null,
      matchEndedAt: at,
      unmatchedAt: at,
    })
    expect(change?.events.map(({ subject, payload }) => [subject, payload])).toEqual([
      [likeRemoved.subject, { likerId: 7, likedId: 30 }],
      [likeRemoved.subject, { likerId: 30, likedId: 7 }],
      [matchEnded.subject, { userIds: [7, 30] }],
    ])
  })

  test('without a match, and in a blocked pair, nothing changes', () => {
    expect([withoutMatch(blank, at), withoutMatch(adaLikes, at), withoutMatch(blocked, at)]).toEqual([null, null, null])
  })

  test('the next match of both users is like any other', () => {
    const unmatched: Pair = { ...blank, rev: 4, hiLikedAt: at, liked: [7], matchEndedAt: before, unmatchedAt: before }
    const [ada, ben] = [
      { id: 7, name: 'Ada', selfie: null },
      { id: 30, name: 'Ben', selfie: null },
    ] as const
    expect(withLike(unmatched, ada, ben, at)?.set).toMatchObject({ matchedAt: at, unmatchedAt: null })
  })
})

test.each([
  ['nothing', blank, false, false],
  ['a like of the first', adaLikes, true, false],
  ['a match', matched, true, true],
  ['a pass of the first', adaPassed, true, false],
  ['a pass that has ended', { ...adaPassed, loPassedAt: ended }, false, false],
  ['an unmatch', { ...blank, unmatchedAt: before }, true, true],
  ['a block', blocked, true, true],
])('with %s between two users, their feeds leave the other out, or do not', (_what, pair, first, second) => {
  expect([isDecided(pair, 7, since), isDecided(pair, 30, since)]).toEqual([first, second])
})

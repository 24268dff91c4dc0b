import { likeCreated, likeRemoved, matchCreated, matchEnded } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import { describe, expect, test } from 'vitest'
import type { Pair } from '../models/pair.ts'
import { newPair, type PairChange, sidesOf, withBlock, withLike, withoutBlock, withoutLike } from './pair-rules.ts'

const ada = { id: 7, name: 'Ada', selfie: '/api/selfies/7/1' }
const ben = { id: 30, name: 'Ben', selfie: null }
const at = new Date('2026-01-01T12:00:00.000Z')
const before = new Date('2026-01-01T11:00:00.000Z')

const blank = newPair(30, 7, 4)
const adaLikes: Pair = { ...blank, rev: 1, loLikedAt: before, liked: [30] }
const matched: Pair = { ...adaLikes, rev: 2, hiLikedAt: before, liked: [30, 7], matchedAt: before }
const blocked: Pair = { ...blank, rev: 3, blocked: true }

function subjects(change: PairChange | null): string[] | undefined {
  return change?.events.map(({ subject }) => subject)
}

test('a pair id does not depend on the order of its users, and ids are ordered numerically', () => {
  expect([pairKey(7, 30), pairKey(30, 7)]).toEqual(['7:30', '7:30'])
  expect(blank).toMatchObject({ _id: '7:30', members: [7, 30], rev: 0, epoch: 4, liked: [], blocked: false })
})

test('sidesOf returns the like by the given user as mine', () => {
  const lo = {
    passed: 'loPassedAt',
    undone: 'loUndone',
    undoneAt: 'loUndoneAt',
    blockedAt: 'loBlockedAt',
    blockRev: 'loBlockRev',
  }
  const hi = {
    passed: 'hiPassedAt',
    undone: 'hiUndone',
    undoneAt: 'hiUndoneAt',
    blockedAt: 'hiBlockedAt',
    blockRev: 'hiBlockRev',
  }
  expect(sidesOf(adaLikes, 7)).toEqual({ mine: 'loLikedAt', theirs: 'hiLikedAt', ...lo, otherId: 30 })
  expect(sidesOf(adaLikes, 30)).toEqual({ mine: 'hiLikedAt', theirs: 'loLikedAt', ...hi, otherId: 7 })
})

describe('likes', () => {
  test('a like is stored for the liker and creates an event', () => {
    const change = withLike(blank, ben, ada, at)
    expect(change?.set).toEqual({ hiLikedAt: at, liked: [7] })
    const payload = { likerId: 30, likedId: 7, liker: ben, isMatch: false }
    expect(change?.events).toEqual([{ subject: likeCreated.subject, payload }])
  })

  test('a repeated like changes nothing', () => {
    expect(withLike(adaLikes, ada, ben, at)).toBeNull()
    expect(withLike(matched, ben, ada, at)).toBeNull()
  })

  test('a mutual like makes the match in the same write, the smaller id first', () => {
    const change = withLike(adaLikes, ben, ada, at)
    expect(change?.set).toEqual({ hiLikedAt: at, liked: [30, 7], matchedAt: at, matchAnnouncedAt: at })
    expect(change?.events).toEqual([
      { subject: likeCreated.subject, payload: { likerId: 30, likedId: 7, liker: ben, isMatch: true } },
      {
        subject: matchCreated.subject,
        payload: { userIds: [7, 30], people: [ada, ben], matchedAt: at.toISOString(), isAnnounced: true },
      },
    ])
  })

  test('a like of a blocked pair is rejected with a 404, like an unknown user', () => {
    expect(() => withLike(blocked, ada, ben, at)).toThrow(expect.objectContaining({ status: 404 }))
  })
})

test('R41 a later match rings only if announcementOf says so', () => {
  const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 60 * 60 * 1_000)
  const again = (rangAt: Date) => {
    const change = withLike({ ...adaLikes, loLikedAt: hoursAgo(1), matchAnnouncedAt: rangAt }, ben, ada, at)
    return [change?.set, change?.events[1]?.payload]
  }
  const set = { hiLikedAt: at, liked: [30, 7], matchedAt: at }
  expect(again(hoursAgo(24))).toEqual([
    { ...set, matchAnnouncedAt: at },
    expect.objectContaining({ isAnnounced: true }),
  ])
  expect(again(hoursAgo(23))).toEqual([set, expect.objectContaining({ isAnnounced: false })])
})

describe('unlikes', () => {
  test('an unlike removes one like and keeps the other', () => {
    const change = withoutLike(matched, 7, at)
    expect(change?.set).toEqual({ loLikedAt: null, liked: [7], matchedAt: null, matchEndedAt: at })
    expect(subjects(change)).toEqual([likeRemoved.subject, matchEnded.subject])
  })

  test('an unlike without a match creates no match event and ends no match', () => {
    const change = withoutLike(adaLikes, 7, at)
    expect(subjects(change)).toEqual([likeRemoved.subject])
    expect(change?.set).not.toHaveProperty('matchEndedAt')
  })

  test('an unlike without a like, or of a blocked pair, changes nothing', () => {
    const changes = [withoutLike(blank, 7, at), withoutLike(adaLikes, 30, at), withoutLike(blocked, 7, at)]
    expect(changes).toEqual([null, null, null])
  })
})

describe('blocks', () => {
  const cleared = {
    blocked: true,
    blockedRev: expect.any(Number),
    loBlockedAt: at,
    loBlockRev: 1,
    loLikedAt: null,
    hiLikedAt: null,
    liked: [],
    matchedAt: null,
  }

  test('a block removes the likes and ends the match if there is one', () => {
    expect(withBlock(matched, 7, { rev: 1, at })?.set).toEqual({ ...cleared, matchEndedAt: at, matchBlockedBy: 7 })
    expect(subjects(withBlock(matched, 7, { rev: 1, at }))).toEqual([matchEnded.subject])
    expect(withBlock(adaLikes, 7, { rev: 1, at })).toEqual({ set: cleared, events: [] })
  })

  test('a repeated block changes nothing, and a block by the other user is stored too', () => {
    const first: Pair = { ...blocked, loBlockedAt: before }
    expect(withBlock(first, 7, { rev: 1, at })).toBeNull()
    expect(withBlock(first, 30, { rev: 1, at })).toEqual({ set: { hiBlockedAt: at, hiBlockRev: 1 }, events: [] })
  })

  test('the end of a block shows both unless the other user blocks too, and brings back no like', () => {
    const first: Pair = { ...blocked, loBlockedAt: before, loBlockRev: 1 }
    const ended = { loBlockedAt: null, loBlockRev: 2 }
    expect(withoutBlock(first, 7, 2)).toEqual({ set: { blocked: false, ...ended }, events: [] })
    const both: Pair = { ...first, hiBlockedAt: before, hiBlockRev: 1 }
    expect(withoutBlock(both, 7, 2)?.set).toEqual({ blocked: true, ...ended })
  })

  test('an old block, or an old end of one, changes nothing', () => {
    const open: Pair = { ...matched, loBlockedAt: null, loBlockRev: 4 }
    expect([withBlock(open, 7, { rev: 3, at }), withoutBlock(open, 7, 4)]).toEqual([null, null])
    expect(withBlock(open, 7, { rev: 5, at })?.set).toMatchObject({ blocked: true, matchedAt: null })
  })
})

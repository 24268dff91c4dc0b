import { likeCreated, likeRemoved, matchCreated, matchEnded } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import { describe, expect, test } from 'vitest'
import type { Pair } from '../models/pair.ts'
import { newPair, type PairChange, sidesOf, withBlock, withLike, withoutLike } from './pair-rules.ts'

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

test('sidesOf returns the like of the given user as mine', () => {
  expect(sidesOf(adaLikes, 7)).toEqual({ mine: 'loLikedAt', theirs: 'hiLikedAt', otherId: 30 })
  expect(sidesOf(adaLikes, 30)).toEqual({ mine: 'hiLikedAt', theirs: 'loLikedAt', otherId: 7 })
})

describe('likes', () => {
  test('a like is stored for the liker and creates an event', () => {
    const change = withLike(blank, ben, ada, at)
    expect(change?.set).toEqual({ hiLikedAt: at, liked: [7] })
    expect(change?.events).toEqual([
      { subject: likeCreated.subject, payload: { likerId: 30, likedId: 7, liker: ben, isMatch: false } },
    ])
  })

  test('a repeated like changes nothing', () => {
    expect(withLike(adaLikes, ada, ben, at)).toBeNull()
    expect(withLike(matched, ben, ada, at)).toBeNull()
  })

  test('a mutual like makes the match in the same write, the smaller id first', () => {
    const change = withLike(adaLikes, ben, ada, at)
    expect(change?.set).toEqual({ hiLikedAt: at, liked: [30, 7], matchedAt: at })
    expect(change?.events).toEqual([
      { subject: likeCreated.subject, payload: { likerId: 30, likedId: 7, liker: ben, isMatch: true } },
      {
        subject: matchCreated.subject,
        payload: { userIds: [7, 30], people: [ada, ben], matchedAt: at.toISOString() },
      },
    ])
  })

  test('a like of a blocked pair is rejected with a 404, like an unknown user', () => {
    expect(() => withLike(blocked, ada, ben, at)).toThrow(expect.objectContaining({ status: 404 }))
  })
})

describe('unlikes', () => {
  test('an unlike removes one like and keeps the other', () => {
    const change = withoutLike(matched, 7)
    expect(change?.set).toEqual({ loLikedAt: null, liked: [7], matchedAt: null })
    expect(subjects(change)).toEqual([likeRemoved.subject, matchEnded.subject])
  })

  test('an unlike without a match creates no match event', () => {
    expect(subjects(withoutLike(adaLikes, 7))).toEqual([likeRemoved.subject])
  })

  test('an unlike without a like, or of a blocked pair, changes nothing', () => {
    expect([withoutLike(blank, 7), withoutLike(adaLikes, 30), withoutLike(blocked, 7)]).toEqual([null, null, null])
  })
})

describe('blocks', () => {
  const cleared = { blocked: true, loLikedAt: null, hiLikedAt: null, liked: [], matchedAt: null }

  test('a block removes the likes and ends the match if there is one', () => {
    expect(withBlock(matched)?.set).toEqual(cleared)
    expect(subjects(withBlock(matched))).toEqual([matchEnded.subject])
    expect(withBlock(adaLikes)).toEqual({ set: cleared, events: [] })
  })

  test('a repeated block changes nothing', () => {
    expect(withBlock(blocked)).toBeNull()
  })
})

import { likeCreated, likeRemoved, matchCreated, matchEnded } from '@zing/proto/nats/events'
import { describe, expect, test } from 'vitest'
import type { Pair } from '../models/pair.ts'
import { newPair, type PairChange, pairId, sidesOf, withBlock, withLike, withoutLike } from './pair-rules.ts'

const ada = { id: 7, name: 'Ada', selfie: '/api/selfies/7/1' }
const ben = { id: 30, name: 'Ben', selfie: null }
const at = new Date('2026-01-01T12:00:00.000Z')
const before = new Date('2026-01-01T11:00:00.000Z')

const blank = newPair(30, 7, 4)
const adaLikes: Pair = { ...blank, rev: 1, loLikedAt: before, liked: [30] }
const matched: Pair = { ...adaLikes, rev: 2, hiLikedAt: before, liked: [30, 7], matchedAt: before }
const blocked: Pair = { ...blank, rev: 3, blocked: true }

function subjects(change: PairChange | null): string[] | undefined {
  return change?.facts.map(({ subject }) => subject)
}

test('a pair has one name, whoever asks, and numbers are ordered as numbers', () => {
  expect([pairId(7, 30), pairId(30, 7)]).toEqual(['7:30', '7:30'])
  expect(blank).toMatchObject({ _id: '7:30', members: [7, 30], rev: 0, epoch: 4, liked: [], blocked: false })
})

test('each side sees its own like as mine', () => {
  expect(sidesOf(adaLikes, 7)).toEqual({ mine: 'loLikedAt', theirs: 'hiLikedAt', otherId: 30 })
  expect(sidesOf(adaLikes, 30)).toEqual({ mine: 'hiLikedAt', theirs: 'loLikedAt', otherId: 7 })
})

describe('a like', () => {
  test('is stored on the side of who gives it, and announced', () => {
    const change = withLike(blank, ben, ada, at)
    expect(change?.set).toEqual({ hiLikedAt: at, liked: [7] })
    expect(change?.facts).toEqual([
      { subject: likeCreated.subject, payload: { likerId: 30, likedId: 7, liker: ben, isMatch: false } },
    ])
  })

  test('given already changes nothing', () => {
    expect(withLike(adaLikes, ada, ben, at)).toBeNull()
    expect(withLike(matched, ben, ada, at)).toBeNull()
  })

  test('that answers another makes the match in the same write, the smaller id first', () => {
    const change = withLike(adaLikes, ben, ada, at)
    expect(change?.set).toEqual({ hiLikedAt: at, liked: [30, 7], matchedAt: at })
    expect(change?.facts).toEqual([
      { subject: likeCreated.subject, payload: { likerId: 30, likedId: 7, liker: ben, isMatch: true } },
      {
        subject: matchCreated.subject,
        payload: { userIds: [7, 30], people: [ada, ben], matchedAt: at.toISOString() },
      },
    ])
  })

  test('of a blocked pair is refused as if there were nobody', () => {
    expect(() => withLike(blocked, ada, ben, at)).toThrow(expect.objectContaining({ status: 404 }))
  })
})

describe('an unlike', () => {
  test('takes away the one like and leaves the other', () => {
    const change = withoutLike(matched, 7)
    expect(change?.set).toEqual({ loLikedAt: null, liked: [7], matchedAt: null })
    expect(subjects(change)).toEqual([likeRemoved.subject, matchEnded.subject])
  })

  test('without a match ends none', () => {
    expect(subjects(withoutLike(adaLikes, 7))).toEqual([likeRemoved.subject])
  })

  test('of what was not given, or of a blocked pair, changes nothing', () => {
    expect([withoutLike(blank, 7), withoutLike(adaLikes, 30), withoutLike(blocked, 7)]).toEqual([null, null, null])
  })
})

describe('a block', () => {
  const nothingLeft = { blocked: true, loLikedAt: null, hiLikedAt: null, liked: [], matchedAt: null }

  test('takes everything away, and ends the match if there is one', () => {
    expect(withBlock(matched)?.set).toEqual(nothingLeft)
    expect(subjects(withBlock(matched))).toEqual([matchEnded.subject])
    expect(withBlock(adaLikes)).toEqual({ set: nothingLeft, facts: [] })
  })

  test('that is there already changes nothing', () => {
    expect(withBlock(blocked)).toBeNull()
  })
})

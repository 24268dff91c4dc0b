import { expect, test } from 'vitest'
import { firstWords, missingParts, PROFILE_PARTS, photosOf, sharedFirst, storyOf } from './story.ts'

const SELFIE = '/api/selfies/2/1'
const BEACH = { id: '7', path: '/api/selfies/2/7' }

test('a profile of an older server has an empty story', () => {
  expect(storyOf({})).toEqual({ photos: [], bio: null, prompts: [], interests: [], lookingFor: null })
  expect(photosOf({ selfie: SELFIE })).toEqual([SELFIE])
  expect(photosOf({ selfie: null })).toEqual([])
})

test('the selfie is listed once, and first', () => {
  expect(photosOf({ selfie: SELFIE, photos: [{ id: '1', path: SELFIE }, BEACH] })).toEqual([SELFIE, BEACH.path])
  expect(photosOf({ selfie: null, photos: [BEACH] })).toEqual([BEACH.path])
})

test('a profile begins with its bio, else with an answer', () => {
  const prompts = [{ promptId: 'ask-me', answer: 'the sea' }]
  expect(firstWords({ bio: 'Baker', prompts })).toBe('Baker')
  expect(firstWords({ prompts })).toBe('the sea')
  expect(firstWords({})).toBeNull()
})

test('shared interests come first, the others in their order', () => {
  expect(sharedFirst(['hiking', 'film', 'yoga'], ['yoga', 'golf'])).toEqual([
    { id: 'yoga', isShared: true },
    { id: 'hiking', isShared: false },
    { id: 'film', isShared: false },
  ])
})

test('missing parts of a profile are named, until it is complete', () => {
  expect(missingParts({ selfie: null })).toEqual([...PROFILE_PARTS])
  expect(
    missingParts({
      selfie: SELFIE,
      photos: [{ id: '1', path: SELFIE }, BEACH],
      bio: 'Baker',
      prompts: [{ promptId: 'ask-me', answer: 'the sea' }],
      interests: ['film'],
      lookingFor: null,
    }),
  ).toEqual(['looking for'])
})

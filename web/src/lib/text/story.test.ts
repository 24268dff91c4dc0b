import { NO_STORY } from '@zing/proto/profiles/story'
import { expect, test } from 'vitest'
import { firstWords, missingParts, PROFILE_PARTS, photosOf, sharedFirst } from './story.ts'

const SELFIE = '/api/selfies/2/1'
const BEACH = { id: '7', path: '/api/selfies/2/7' }

test('the photos are listed in their order', () => {
  expect(photosOf({ photos: [{ id: '1', path: SELFIE }, BEACH] })).toEqual([SELFIE, BEACH.path])
})

test('a profile begins with its bio, else with an answer', () => {
  const prompts = [{ promptId: 'ask-me', answer: 'the sea' }]
  expect(firstWords({ bio: 'Baker', prompts })).toBe('Baker')
  expect(firstWords({ bio: null, prompts })).toBe('the sea')
  expect(firstWords(NO_STORY)).toBeNull()
})

test('shared interests come first, the others in their order', () => {
  expect(sharedFirst(['hiking', 'film', 'yoga'], ['yoga', 'golf'])).toEqual([
    { id: 'yoga', isShared: true },
    { id: 'hiking', isShared: false },
    { id: 'film', isShared: false },
  ])
})

test('missing parts of a profile are named, until it is complete', () => {
  expect(missingParts({ selfie: null, ...NO_STORY })).toEqual([...PROFILE_PARTS])
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

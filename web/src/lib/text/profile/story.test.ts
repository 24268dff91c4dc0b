import { NO_STORY } from '@zing/proto/profiles/story'
import { expect, test } from 'vitest'
import { firstWords, sharedFirst } from './story.ts'

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

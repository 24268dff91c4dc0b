import { NO_STORY } from '@zing/proto/profiles/story'
import { expect, test } from 'vitest'
import { completenessOf, missingOf } from './profile-goals.ts'

const photo = (id: string) => ({ id, path: `/api/selfies/2/${id}` })
const ANSWER = { promptId: 'ask-me', answer: 'the sea' }
const whole = {
  photos: ['1', '2', '3', '4'].map(photo),
  prompts: [ANSWER, ANSWER],
  bio: 'Baker',
  interests: ['film'],
  lookingFor: 'dates' as const,
}

test.each([
  [{ photos: [photo('1')], prompts: [ANSWER] }, 'Two photos and one answer more', 63],
  [{ photos: [], prompts: [] }, 'Three photos and two answers more', 38],
  [{ photos: [photo('1'), photo('2')] }, 'One photo more', 88],
  [{ prompts: [ANSWER], bio: null }, 'One answer and a few words about you', 75],
  [{ interests: [], lookingFor: null }, "What you like and what you're looking for", 75],
  [{}, null, 100],
])('with %o a profile lacks: %s', (part, missing, percent) => {
  const story = { ...whole, ...part }
  expect([missingOf(story), completenessOf(story)]).toEqual([missing, percent])
})

test('when a profile has nothing, its first steps are named', () => {
  expect(missingOf(NO_STORY)).toBe('Three photos and two answers more')
  expect(completenessOf(NO_STORY)).toBe(0)
})

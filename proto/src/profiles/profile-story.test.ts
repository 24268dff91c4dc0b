import { expect, test } from 'vitest'
import { editedFields } from '../profile-fields.ts'
import { LOOKING_FOR } from './looking-for.ts'
import { INTERESTS, isInterestId, isPromptId, LOOKING_FOR_LABELS, PROMPTS } from './profile-story.ts'

test('there are twelve prompts and about eighty interests, each with a unique, valid id', () => {
  expect(PROMPTS).toHaveLength(12)
  expect(INTERESTS.length).toBeGreaterThanOrEqual(78)
  expect(INTERESTS.length).toBeLessThanOrEqual(84)
  for (const list of [PROMPTS, INTERESTS]) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
  for (const { id } of PROMPTS)
    expect(editedFields.prompts.safeParse([{ promptId: id, answer: 'Yes' }]).success).toBe(true)
  for (const { id } of INTERESTS) expect(editedFields.interests.safeParse([id]).success).toBe(true)
})

test('every interest has its own label and emoji', () => {
  expect(new Set(INTERESTS.map(({ label }) => label)).size).toBe(INTERESTS.length)
  expect(new Set(INTERESTS.map(({ emoji }) => emoji)).size).toBe(INTERESTS.length)
  for (const { emoji } of INTERESTS) expect(emoji).toMatch(/^\p{RGI_Emoji}$/v)
})

test('only ids of the lists are known, and every wish has a label', () => {
  expect([isPromptId('ask-me'), isPromptId('hiking'), isPromptId('constructor')]).toEqual([true, false, false])
  expect([isInterestId('hiking'), isInterestId('ask-me'), isInterestId('constructor')]).toEqual([true, false, false])
  expect(Object.keys(LOOKING_FOR_LABELS)).toEqual([...LOOKING_FOR])
})

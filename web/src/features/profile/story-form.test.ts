import { expect, test } from 'vitest'
import { changesOf, EditForm, formValues, NOT_SAID } from './story-form.ts'

const USER = {
  id: 1,
  name: 'Ada',
  username: 'ada',
  age: 30,
  gender: 'female',
  orientation: 'gay',
  selfie: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  hidden: false,
  photos: [],
  bio: 'Baker',
  prompts: [{ promptId: 'ask-me', answer: 'the sea' }],
  interests: ['film'],
  lookingFor: 'dates' as const,
}
const DETAILS = { name: 'Ada', age: 30, gender: 'female', orientation: 'gay' }

test('a story that is not changed is not sent', () => {
  expect(changesOf(USER, EditForm.parse(formValues(USER)))).toEqual(DETAILS)
})

test('an emptied story is sent as null or as an empty list', () => {
  const emptied = { bio: ' ', prompts: [{ promptId: 'ask-me', answer: '' }], interests: [], lookingFor: NOT_SAID }
  expect(changesOf(USER, EditForm.parse({ ...formValues(USER), ...emptied }))).toEqual({
    ...DETAILS,
    bio: null,
    prompts: [],
    interests: [],
    lookingFor: null,
  })
})

test('a text that the contract does not allow is refused at its own field', () => {
  const refused = EditForm.safeParse({
    ...formValues(USER),
    bio: 'a'.repeat(501),
    prompts: [
      { promptId: '', answer: '' },
      { promptId: '', answer: 'the sea' },
      { promptId: 'ask-me', answer: 'a'.repeat(161) },
    ],
  })
  expect(refused.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['bio', 'Your bio cannot exceed 500 characters'],
    ['prompts.1.promptId', 'Please choose a question'],
    ['prompts.2.answer', 'Your answer cannot exceed 160 characters'],
  ])
})

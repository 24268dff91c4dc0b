import { messageContent } from '@zing/proto/fields'
import { expect, test } from 'vitest'
import { openersFor } from './openers.ts'

const ANSWERED = { interests: [], prompts: [{ promptId: 'ask-me', answer: 'the sea' }] }

test('a shared interest and an answer come first', () => {
  expect(openersFor('Ben', { ...ANSWERED, interests: ['golf', 'hiking'] }, ['hiking'])).toEqual([
    '🥾 Hiking, me too! What got you into it?',
    'I like your answer to "Ask me about". Tell me more!',
    '👋 Hi Ben!',
  ])
})

test('without a story there are three simple ones, and every opener can be sent', () => {
  expect(openersFor('Ben', undefined, ['hiking'])).toEqual(['👋 Hi Ben!', "How's your week going?", 'Coffee or tea?'])
  expect(openersFor('Ben', { interests: ['of-a-newer-server'], prompts: [] }, ['of-a-newer-server'])).toHaveLength(3)
  for (const opener of openersFor('Ben', ANSWERED, [])) expect(messageContent.safeParse(opener).success).toBe(true)
})

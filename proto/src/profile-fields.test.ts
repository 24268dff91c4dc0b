import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { updateUser } from './http/auth.ts'
import { PROFILE_TEXTS } from './moderation/decisions.ts'
import { EvidenceProfile } from './moderation/evidence.ts'
import { editedFields, PROFILE_TEXT_NAMES, WORD_KEYS, WRITTEN_FIELDS } from './profile-fields.ts'
import { PublicProfile, ReplicatedProfile, User } from './profiles/users.ts'

const { bio, interests, prompts } = editedFields

/** Message of the first failing rule, or null for an accepted value. */
function firstError(schema: z.ZodMiniType, value: unknown): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}

const answer = (promptId: string, text = 'Anything') => ({ promptId, answer: text })

test.each([
  ['missing words', '', 'Please write something'],
  ['spaces alone', ' \n ', 'Please write something'],
  ['only what is shown as nothing', '\u200b\u2060', 'Please write something'],
  ['the longest', 'a'.repeat(500), null],
  ['the longest, in emoji', '🦊'.repeat(500), null],
  ['too long', 'a'.repeat(501), 'Your bio cannot exceed 500 characters'],
  ['too long, in emoji', '🦊'.repeat(501), 'Your bio cannot exceed 500 characters'],
  ['ordinary punctuation', 'Tea > coffee; cats <3 & 1+1=2 (really?!) “so” – yes…', null],
  ['several lines', 'One\nTwo\n\nThree', null],
  ['a joined emoji', 'Mum of two 👩‍👧‍👦', null],
  ['Arabic with marks for its direction', 'مرحبا\u200f!', null],
  ['a control character', 'a\u0007b', 'This text contains invalid characters'],
  ['text in reverse', 'a\u202eb', 'This text contains invalid characters'],
  ['half a character', 'a\ud83d', 'This text contains invalid characters'],
  ['a number', 7, 'Please write something'],
  ['an operator', { $ne: null }, 'Please write something'],
  ['nothing, which clears it', null, null],
])('bio: %s (10.story.bio)', (_what, value, message) => {
  expect(firstError(bio, value)).toBe(message)
})

test('a bio keeps one blank line at a time, and no spaces around it', () => {
  expect(bio.parse('  One\r\n\r\n \n\n\tTwo\r\nThree  \n')).toBe('One\n\n\tTwo\nThree')
  expect(bio.parse('e\u0301')).toBe('é')
})

test('a bio of line breaks alone is tidied and refused quickly', () => {
  const started = process.cpuUsage()
  expect(firstError(bio, `a${' \n'.repeat(2_000_000)}b`)).toBeNull()
  expect(firstError(bio, `a\n${' '.repeat(4_000_000)}b`)).toBe('Your bio cannot exceed 500 characters')
  const { user, system } = process.cpuUsage(started) // in us; a clock would count other processes too
  expect(user + system).toBeLessThan(2_000_000)
})

test.each([
  ['none', [], null],
  ['three', [answer('a'), answer('b'), answer('c')], null],
  ['four', [answer('a'), answer('b'), answer('c'), answer('d')], 'Please choose at most 3 prompts'],
  ['one twice', [answer('a'), answer('a')], 'Please choose different prompts'],
  ['the longest answer', [answer('a', '🦊'.repeat(160))], null],
  ['too long an answer', [answer('a', '🦊'.repeat(161))], 'Your answer cannot exceed 160 characters'],
  ['no answer', [answer('a', ' ')], 'Please write something'],
  ['an id that is no id', [answer('A b')], 'Invalid prompt'],
  ['an operator as id', [{ promptId: { $ne: null }, answer: 'x' }], 'Invalid prompt'],
  ['a text', 'ask-me', 'Invalid prompts'],
  ['nothing, which clears them', null, null],
])('prompts: %s (10.story.prompts)', (_what, value, message) => {
  expect(firstError(prompts, value)).toBe(message)
})

test.each([
  ['none', [], null],
  ['eight', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], null],
  ['nine', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], 'Please choose at most 8 interests'],
  ['one twice', ['hiking', 'hiking'], 'Please choose different interests'],
  ['an id that is no id', ['Hiking!'], 'Invalid interest'],
  ['a number', [7], 'Invalid interest'],
  ['a text', 'hiking', 'Invalid interests'],
  ['nothing, which clears them', null, null],
])('interests: %s (10.story.interests)', (_what, value, message) => {
  expect(firstError(interests, value)).toBe(message)
})

test('every shape of a profile, its evidence and its change have the written and chosen fields', () => {
  const profiles = [User, PublicProfile, ReplicatedProfile, EvidenceProfile].map(({ shape }) => shape)
  const shapes = [...profiles, updateUser.body?.shape ?? {}]
  for (const shape of shapes) expect(Object.keys(shape)).toEqual(expect.arrayContaining(WRITTEN_FIELDS))
  expect(WRITTEN_FIELDS).toEqual(expect.arrayContaining(PROFILE_TEXT_NAMES))
})

test('moderators can remove every text of a profile, and logs redact it', () => {
  expect(PROFILE_TEXTS).toEqual(['name', 'gender', 'orientation', ...PROFILE_TEXT_NAMES, 'prompts'])
  expect(WORD_KEYS).toEqual(expect.arrayContaining(PROFILE_TEXT_NAMES))
})

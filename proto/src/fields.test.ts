import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import * as fields from './fields.ts'

/** Message of the first failing rule, or null for an accepted value. */
function firstError(schema: z.ZodMiniType, value: unknown): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}

const letters = (count: number) => 'a'.repeat(count)

test.each([
  ['too short', letters(2), 'Username must be at least 3 characters'],
  ['shortest', letters(3), null],
  ['longest', letters(30), null],
  ['too long', letters(31), 'Username cannot exceed 30 characters'],
  ['every kind of character', 'aZ0._-', null],
  ['a space', 'a b', 'Username can only contain letters, numbers, periods, underscores, and hyphens'],
  ['a Cyrillic a', 'b\u0430b', 'Username can only contain letters, numbers, periods, underscores, and hyphens'],
  ['a trailing newline', 'bob\n', 'Username can only contain letters, numbers, periods, underscores, and hyphens'],
  ['missing', undefined, 'Username is required'],
  ['an operator', { $ne: null }, 'Username is required'],
])('username: %s (5.username.1, 5.username.2, 5.username.3)', (_what, value, message) => {
  expect(firstError(fields.username, value)).toBe(message)
})

test.each([
  ['empty', '', 'Username is required'],
  ['short but possible', 'ab', null],
  ['malformed', 'a b', 'Invalid username format'],
  ['too long', letters(31), 'Invalid username format'],
])('login username: %s (5.login.5)', (_what, value, message) => {
  expect(firstError(fields.loginUsername, value)).toBe(message)
})

test.each([
  ['too short', letters(5), 'Password must be at least 6 characters'],
  ['shortest', letters(6), null],
  ['longest', letters(100), null],
  ['too long', letters(101), 'Password too long'],
  ['missing', undefined, 'Password is required'],
])('password: %s (5.password.1, 5.password.2, 9.password, V6.2.9)', (_what, value, message) => {
  expect(firstError(fields.password, value)).toBe(message)
})

test.each([
  ['empty', '', 'Password is required'],
  ['shortest', 'a', null],
  ['longest', letters(100), null],
  ['too long', letters(101), 'Password too long'],
])('login password: %s (5.login.3)', (_what, value, message) => {
  expect(firstError(fields.loginPassword, value)).toBe(message)
})

test.each([
  ['too short', 'A', 'Name must be at least 2 characters'],
  ['spaces alone', '    ', 'Name must be at least 2 characters'],
  ['shortest', 'Al', null],
  ['longest', letters(50), null],
  ['too long', letters(51), 'Name cannot exceed 50 characters'],
  ['50 letters beyond the basic plane', '𐐀'.repeat(50), null],
  ['many scripts and marks', "Zoë O'Neill-Łukasz 愛 हिन्दी", null],
  ['a digit', 'R2D2', 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  ['a tag', '<b>Al</b>', 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  ['a right-to-left override', 'Al\u202eice', 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  ['a zero width space', 'Al\u200bice', 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  ['combining marks alone', '\u0301\u0302\u0303', 'Name must be at least 2 characters'],
  ['Hangul fillers alone', '\u3164\u3164\u115f', 'Name must be at least 2 characters'],
  ['a letter and fillers', 'A\u3164\u3164', 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  ['a variation selector', 'Al\ufe0f', 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  ['a lone surrogate', 'Al\ud800', 'Name can only contain letters, spaces, apostrophes, and hyphens'],
  ['missing', undefined, 'Name is required.'],
])('name: %s (3.users.name, 5.name.1, 5.name.2, 5.name.3, 5.name.4)', (_what, value, message) => {
  expect(firstError(fields.name, value)).toBe(message)
})

test('a name is trimmed and normalised to NFC', () => {
  expect(fields.name.parse('  Zoe\u0308 ')).toBe('Zo\u00eb')
})

test('the fields of profile edit have their own messages (5.edit.name)', () => {
  expect(firstError(fields.editName, 'A')).toBe('Name must be at least 2 characters.')
  expect(firstError(fields.editGender, '')).toBe('Please select a gender.')
  expect(firstError(fields.editOrientation, '')).toBe('Please select an orientation.')
})

test.each([
  [17, 'Minimum age is 18'],
  [18, null],
  [100, null],
  [101, 'Maximum age is 100'],
  [25.5, 'Age must be a whole number'],
  ['25', 'Age must be a whole number'],
  [Number.POSITIVE_INFINITY, 'Age must be a whole number'],
  [null, 'Age must be a whole number'],
  [true, 'Age must be a whole number'],
  [undefined, 'Age must be a whole number'],
])('age at registration: %s (3.users.age, 5.age.1, 5.age.2, 5.age.3, 9.age.register)', (value, message) => {
  expect(firstError(fields.registerAge, value)).toBe(message)
})

test.each([
  [17, 'You must be at least 18 years old.'],
  [18, null],
  [120, null],
  [121, 'Age must be less than 120.'],
])('age at profile edit: %s (5.edit.age.1, 5.edit.age.5, 9.age.edit)', (value, message) => {
  expect(firstError(fields.editAge, value)).toBe(message)
})

test.each([
  ['gender empty', fields.gender, '', 'Gender is required'],
  ['gender missing', fields.gender, undefined, 'Gender is required'],
  ['gender longest', fields.gender, letters(20), null],
  ['gender too long', fields.gender, letters(21), 'Invalid gender'],
  ['orientation empty', fields.orientation, '', 'Orientation is required'],
  ['orientation longest', fields.orientation, letters(30), null],
  ['orientation too long', fields.orientation, letters(31), 'Invalid orientation'],
  ['gender of spaces', fields.gender, '   ', 'Gender is required'],
  ['gender of fillers', fields.gender, '\u3164\u00ad\u2060', 'Gender is required'],
  ['gender of combining marks', fields.gender, '\u0301\u0301', 'Gender is required'],
  ['gender of spaces at profile edit', fields.editGender, ' ', 'Please select a gender.'],
  ['orientation of blank Braille patterns', fields.orientation, '\u2800\u2800', 'Orientation is required'],
  ['gender in own words', fields.gender, 'trans* / n.b.', null],
  ['orientation in own words', fields.orientation, 'bi, a.k.a. pan (100 %)', null],
  ['orientation with a line break', fields.orientation, 'a\nb', 'Invalid orientation'],
])('gender and orientation: %s (5.gender.2, 5.orientation.3, 9.gender)', (_what, schema, value, message) => {
  expect(firstError(schema, value)).toBe(message)
})

const image = 'data:image/jpeg;base64,'
test.each([
  ['none', null, null],
  ['largest', image.padEnd(5_000_000, 'A'), null],
  ['too large', image.padEnd(5_000_001, 'A'), 'Image too large'],
  ['png', 'data:image/png;base64,AAAA', null],
  ['webp', 'data:image/webp;base64,AAAA', null],
  ['svg', 'data:image/svg+xml;base64,AAAA', 'Invalid image'],
  ['html', 'data:text/html,<b>', 'Invalid image'],
  ['a URL', 'http://169.254.169.254/', 'Invalid image'],
  ['a script', 'javascript:alert(1)', 'Invalid image'],
  ['a number', 5, 'Invalid image'],
])('selfie: %s (5.selfie.1, 9.selfie)', (_what, value, message) => {
  expect(firstError(fields.selfieData, value)).toBe(message)
})

test.each([
  ['empty', '', 'Message cannot be empty'],
  ['blank', ' \n ', 'Message cannot be empty'],
  ['zero-width characters alone', '\u200b\u200d\u2060\ufeff', 'Message cannot be empty'],
  ['fillers, soft hyphens and combining marks alone', '\u3164 \u00ad\u0301\ufe0f', 'Message cannot be empty'],
  ['a heart with a variation selector', '\u2764\ufe0f', null],
  ['missing', undefined, 'Message cannot be empty'],
  ['shortest', 'a', null],
  ['longest', letters(2000), null],
  ['too long', letters(2001), 'Message too long'],
  ['2000 emoji', '🙂'.repeat(2000), null],
  ['a family joined by zero width joiners', '👨‍👩‍👧', null],
  ['two lines', 'a\nb', null],
  ['a dollar amount', '"$20"', null],
  ['<', 'a<b', 'Message contains invalid characters'],
  ['>', 'a>b', 'Message contains invalid characters'],
  [';', 'a;b', 'Message contains invalid characters'],
  ['=', 'a=b', 'Message contains invalid characters'],
  ['a bell', 'a\u0007', 'Message contains invalid characters'],
  ['a right-to-left override', 'a\u202eb', 'Message contains invalid characters'],
  ['a lone surrogate', 'a\ud800', 'Message contains invalid characters'],
])('message: %s (5.content.1, 9.content)', (_what, value, message) => {
  expect(firstError(fields.messageContent, value)).toBe(message)
})

test.each([
  [1, null],
  [0, 'Invalid liked ID'],
  [-1, 'Invalid liked ID'],
  [-0, 'Invalid liked ID'],
  [1.5, 'Invalid liked ID'],
  ['1', 'Invalid liked ID'],
  [2 ** 53, 'Invalid liked ID'],
  [Number.NaN, 'Invalid liked ID'],
])('an id in a body: %s (5.likedId)', (value, message) => {
  expect(firstError(fields.positiveId('Invalid liked ID'), value)).toBe(message)
})

test.each([
  ['1', 1],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', null],
  ['0', null],
  ['-1', null],
  ['01', null],
  ['1e1', null],
  ['1.0', null],
  ['abc', null],
  ['', null],
])('an id in a path: %s', (value, id) => {
  expect(fields.pathId('Invalid user ID').safeParse(value).data ?? null).toBe(id)
})

test('a page size is a number from 1 to its maximum', () => {
  const schema = fields.queryCount(100, 'Invalid limit')
  expect(['1', '100'].map((text) => schema.parse(text))).toEqual([1, 100])
  expect(['0', '101', '-1', '1e1', 'x'].map((text) => firstError(schema, text))).toEqual(Array(5).fill('Invalid limit'))
})

test('no field takes long to validate hostile text', () => {
  const started = process.cpuUsage()
  for (const text of [
    `${letters(100_000)}!`,
    'a.'.repeat(50_000),
    '\u3164'.repeat(50_000),
    'www'.repeat(50_000),
    ' '.repeat(50_000),
    'A'.repeat(5_000_000),
  ]) {
    for (const schema of [fields.username, fields.name, fields.messageContent, fields.selfieData, fields.gender]) {
      firstError(schema, text)
    }
  }
  const { user, system } = process.cpuUsage(started) // in us; a clock would count other processes too
  expect(user + system).toBeLessThan(3_000_000)
})

import { expect, test } from 'vitest'
import { readPhoto } from './read-photo.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2])
const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')
const dataUrl = (bytes: Buffer, label = 'jpeg') => `data:image/${label};base64,${bytes.toString('base64')}`
const rejection = expect.objectContaining({ status: 400, message: 'Invalid image' })

test.each([
  ['JPEG', JPEG],
  ['PNG', PNG],
  ['WebP', WEBP],
])('SEC-52 bytes that start like a %s are accepted, whatever type is declared', (_what, bytes) => {
  expect(readPhoto(dataUrl(bytes, 'webp'))).toEqual(bytes)
  expect(readPhoto(bytes)).toEqual(bytes)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', Buffer.from('<!doctype html>')],
  ['GIF', Buffer.from('GIF89a')],
  ['PDF', Buffer.from('%PDF-1.7')],
  ['ZIP', Buffer.from('PK\x03\x04')],
  ['RIFF other than WebP', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')],
  ['WEBP without RIFF', Buffer.from('XXXX\0\0\0\0WEBPVP8 ', 'latin1')],
  ['JPEG after a space', Buffer.concat([Buffer.from(' '), JPEG])],
])('SEC-52 %s declared as JPEG is rejected', (_what, bytes) => {
  expect(() => readPhoto(dataUrl(bytes))).toThrow(rejection)
  expect(() => readPhoto(bytes)).toThrow(rejection)
})

test.each([
  ['a space inside', '/9j/ 4AEC'],
  ['a line break', '/9j/4AEC\n'],
  ['the URL alphabet', '_9j_4AEC'],
  ['too much padding', '/9j/4AEC===='],
  ['missing padding', '/9j/4AE'],
  ['something after the padding', '/9j/4AE=x'],
  ['a second comma', '/9j/,4AEC'],
  ['non-zero trailing bits', '/9j/4AF='],
])('base64 with %s is rejected', (_what, text) => {
  expect(() => readPhoto(`data:image/jpeg;base64,${text}`)).toThrow(rejection)
})

test('SEC-39 five million padding characters are rejected quickly', () => {
  const started = process.cpuUsage()
  expect(() => readPhoto(`data:image/jpeg;base64,/9j/${'='.repeat(4_999_000)}x`)).toThrow(rejection)
  const { user, system } = process.cpuUsage(started) // in us; a clock would count other processes too
  expect(user + system).toBeLessThan(500_000)
})

import { expect, test } from 'vitest'
import { readScale } from './scale.ts'

const one = { auth: 1, social: 1, chat: 1, admin: 1, gateway: 1 }

test('one process of each, unless more are asked for', () => {
  expect(readScale([])).toEqual(one)
  expect(readScale(['--scale', 'chat=2,gateway=3'])).toEqual({ ...one, chat: 2, gateway: 3 })
  expect(readScale(['--scale=auth=2', '--scale=social=8'])).toEqual({ ...one, auth: 2, social: 8 })
})

test.each(['chat', 'chat=0', 'chat=9', 'chat=x', 'mongo=2', ''])(
  '"%s" is refused with a sentence that says how',
  (text) => {
    expect(() => readScale(['--scale', text])).toThrow(
      `"${text}" is no number of processes; it is written so: --scale chat=2`,
    )
  },
)

test('other words are not taken silently', () => {
  expect(() => readScale(['--scael', 'chat=2'])).toThrow('--scael chat=2 is not understood')
  expect(() => readScale(['production'])).toThrow('production is not understood')
})

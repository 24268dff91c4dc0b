import { REQUIRED_PROCESSES } from '@zing/proto/processes'
import { expect, test } from 'vitest'
import { readScale } from './scale.ts'

const one = { ...Object.fromEntries(REQUIRED_PROCESSES.map((name) => [name, 1])), vision: 0 }

test('one process of each kind runs, unless more are requested', () => {
  expect(readScale([])).toEqual(one)
  expect(readScale(['--scale', 'chat=2,gateway=3'])).toEqual({ ...one, chat: 2, gateway: 3 })
  expect(readScale(['--scale=auth=2', '--scale=social=8'])).toEqual({ ...one, auth: 2, social: 8 })
})

test('when vision is wanted, it runs too', () => {
  expect(readScale(['--vision'])).toEqual({ ...one, vision: 1 })
  expect(readScale(['--vision', '--scale', 'vision=2'])).toEqual({ ...one, vision: 2 })
})

test.each(['chat', 'chat=0', 'chat=9', 'chat=x', 'mongo=2', ''])(
  'the scale "%s" is rejected with a sentence that shows the format',
  (text) => {
    expect(() => readScale(['--scale', text])).toThrow(
      `"${text}" is not a number of processes; write it like --scale chat=2`,
    )
  },
)

test('unknown arguments are rejected', () => {
  expect(() => readScale(['--scael', 'chat=2'])).toThrow('--scael chat=2 is not an option')
  expect(() => readScale(['production'])).toThrow('production is not an option')
})

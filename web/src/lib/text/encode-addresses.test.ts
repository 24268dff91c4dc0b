import { expect, test } from 'vitest'
import { encodeAddresses } from './encode-addresses.ts'

test('it writes = in the path of an address as %3D', () => {
  expect(encodeAddresses('here: https://example.org/maps/data=4,2 and www.example.org/a=b')).toBe(
    'here: https://example.org/maps/data%3D4,2 and www.example.org/a%3Db',
  )
})

test.each([
  'https://example.org/watch?v=1',
  'https://example.org/a#b=c',
  'https://example.org/a=b and 1 = 1',
  'https://example.org/a',
  'a = b',
])('it offers nothing for %j', (text) => {
  expect(encodeAddresses(text)).toBeNull()
})

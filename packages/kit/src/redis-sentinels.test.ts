import { expect, test } from 'vitest'
import { isSentinels, sentinelsOf } from './redis-sentinels.ts'

const a = { host: 'a', port: 26_379 }

test.each([
  ['a', { sentinels: [a], hasTls: false }],
  ['a:26379, 10.0.0.2:5000', { sentinels: [a, { host: '10.0.0.2', port: 5_000 }], hasTls: false }],
  [
    'redis://:p%2Cw@a,redis://[::1]',
    { sentinels: [a, { host: '::1', port: 26_379 }], user: '', password: 'p,w', hasTls: false },
  ],
  [
    'rediss://zing:pw@a,rediss://b',
    { sentinels: [a, { host: 'b', port: 26_379 }], user: 'zing', password: 'pw', hasTls: true },
  ],
])('%s is parsed', (urls, sentinels) => {
  expect(sentinelsOf(urls)).toEqual(sentinels)
})

test.each(['', 'a,,b', 'http://a', 'redis://:x@a,redis://:y@b', 'a:99999'])('%j is refused', (urls) => {
  expect(isSentinels(urls)).toBe(false)
})

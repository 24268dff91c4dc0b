import { createSecretKey } from 'node:crypto'
import { DEVICE_ACCOUNTS_MAX } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { createDeviceCookies } from './device-cookies.ts'

const { bucketOf, renew } = createDeviceCookies(createSecretKey(Buffer.alloc(32, 1)))
const ada = { _id: 1 }
const ben = { _id: 2 }

test('SEC-48 when the generation of an account has risen, its older cookies have no bucket', () => {
  const cookie = renew(undefined, ada)
  const raised = { ...ada, deviceGeneration: 1 }
  expect(bucketOf(cookie, ada)).toMatch(/^device:/)
  expect(bucketOf(cookie, raised)).toBeNull()

  const renewed = renew(cookie, raised)
  expect(bucketOf(renewed, raised)).toBe(bucketOf(cookie, ada))
  expect(bucketOf(renewed, ada)).toBeNull()
  expect(bucketOf(renewed, { ...ada, deviceGeneration: 11 })).toBeNull()
})

test('SEC-48 when a cookie is renewed for one account, it keeps one entry of each other account', () => {
  let cookie = renew(undefined, ben)
  for (let deviceGeneration = 0; deviceGeneration <= DEVICE_ACCOUNTS_MAX; deviceGeneration++)
    cookie = renew(cookie, { ...ada, deviceGeneration })
  expect(bucketOf(cookie, ben)).toMatch(/^device:/)
})

test('SEC-48 when there is no such account, no cookie has a bucket', () => {
  expect(bucketOf(renew(undefined, ada), null)).toBeNull()
})

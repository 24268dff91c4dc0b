import { expect, test } from 'vitest'
import { isOwnSite } from './origin.ts'

const origins = ['http://localhost:8080', 'http://127.0.0.1:8080']

test.each([
  [{}],
  [{ origin: 'http://localhost:8080' }],
  [{ origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
])('a request with %j is same-site', (headers) => {
  expect(isOwnSite(headers, origins)).toBe(true)
})

test.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ origin: '' }],
  [{ origin: 'http://localhost.evil' }],
  [{ origin: 'http://localhost:8081' }],
  [{ origin: 'https://localhost:8080' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }],
])('SEC-60 a request with %j is cross-site', (headers) => {
  expect(isOwnSite(headers, origins)).toBe(false)
})

import { expect, test } from 'vitest'
import { isOwnSite } from './origin.ts'

const ours = ['http://localhost:8080', 'http://127.0.0.1:8080']

test.each([
  [{}],
  [{ origin: 'http://localhost:8080' }],
  [{ origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
])('%j is our own', (headers) => {
  expect(isOwnSite(headers, ours)).toBe(true)
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
])('SEC-60 %j is not', (headers) => {
  expect(isOwnSite(headers, ours)).toBe(false)
})

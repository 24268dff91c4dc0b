import { expect, test } from 'vitest'
import { hasSeveralDomains, isRelyingParty, relyingPartyOf } from './relying-party.ts'

test.each([
  [['https://zing.example.org'], 'zing.example.org'],
  [['https://zing.example.org', 'https://zing.example.org:8443'], 'zing.example.org'],
  [['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'], 'localhost'],
  [['https://127.0.0.1:8443'], '127.0.0.1'],
  [['https://zing.example.org', 'https://zing.example.com'], 'zing.example.org'],
  [['*'], ''],
])('passkeys of %j belong to %s', (PUBLIC_ORIGINS, id) => {
  expect(relyingPartyOf({ PUBLIC_ORIGINS })).toEqual({ id, origins: PUBLIC_ORIGINS })
})

test('the configured domain wins', () => {
  const PUBLIC_ORIGINS = ['https://a.example.org', 'https://b.example.org']
  expect(relyingPartyOf({ PUBLIC_ORIGINS, PASSKEY_RP_ID: 'example.org' }).id).toBe('example.org')
})

test.each([
  [['https://a.example.org', 'https://b.example.org'], true],
  [['https://a.example.org', 'https://a.example.org:8443', 'https://127.0.0.1'], false],
])('%j have several domains: %s', (origins, hasSeveral) => {
  expect(hasSeveralDomains(origins)).toBe(hasSeveral)
})

test.each([
  ['example.org', ['https://example.org', 'https://zing.example.org', 'https://127.0.0.1'], true],
  ['zing.example.org', ['https://example.org'], false],
  ['example.org', ['https://badexample.org'], false],
  ['example.org', ['https://example.org', 'https://example.com'], false],
])('browsers accept %s at %j: %s', (id, origins, isAccepted) => {
  expect(isRelyingParty(id, origins)).toBe(isAccepted)
})

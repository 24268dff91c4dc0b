import { expect, test } from 'vitest'
import { createVapidPrivateKey, vapidPublicKeyOf } from './vapid-keys.ts'

test('keys are random, with the lengths that browsers and push hosts require', () => {
  const [one, other] = [createVapidPrivateKey(), createVapidPrivateKey()]
  expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(one).not.toBe(other)
  expect(vapidPublicKeyOf(one)).toMatch(/^B[A-P][A-Za-z0-9_-]{85}$/)
  expect(vapidPublicKeyOf(one)).toBe(vapidPublicKeyOf(one))
})

test('the public key is the point of the private key', () => {
  // RFC 8291, appendix A: the keys of the application server
  expect(vapidPublicKeyOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw')).toBe(
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  )
})

test.each(['', 'short', 'A'.repeat(43), 'A'.repeat(60)])('%s is not a private key', (text) => {
  expect(() => vapidPublicKeyOf(text)).toThrow()
})

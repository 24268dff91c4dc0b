import { expect, test } from 'vitest'
import { bodyOf, isCounted, nameOf, stanzas } from './xmpp.ts'

test('the text of a message survives escaping', () => {
  const text = 'ejabberd 12.5 <&amp;> 7'
  expect(bodyOf(stanzas.message('2@localhost', 1, text))).toBe(text)
})

test('only a message has a text', () => {
  expect(bodyOf('<presence><body>x</body></presence>')).toBeNull()
  expect(bodyOf('<message type="chat"><composing/></message>')).toBeNull()
})

test('stream management counts stanzas, not its own elements', () => {
  expect([stanzas.presence, stanzas.bind, stanzas.message('a', 1, 'b')].map(isCounted)).toEqual([true, true, true])
  expect([stanzas.acknowledge(1), '<r xmlns="urn:xmpp:sm:3"/>', stanzas.close].map(isCounted)).toEqual([
    false,
    false,
    false,
  ])
})

test('the name of an element loses its prefix', () => {
  expect(nameOf('<stream:features xmlns:stream="x"/>')).toBe('features')
})

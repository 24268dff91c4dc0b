import { expect, test } from 'vitest'
import type { Account } from './account.ts'
import { nextOf, normalize } from './normalize.ts'

const account = (id: number): Account => ({
  ...{ id, url: '', cookie: '', createdAt: `2030-01-01T00:00:00.00${id}Z` },
  call: () => Promise.reject(new Error('not called')),
})
const [me, twin, other] = [account(1), account(2), account(3)]
const roles = { me, twin, other, decoyIds: new Set([7]) }
const swapped = { me, twin: other, other: twin, decoyIds: new Set([7]) }
const seenBy = ({ twin: shown, other: blocked }: typeof roles, age = 30) => ({
  ...{
    id: shown.id,
    age,
    createdAt: shown.createdAt,
    partnerId: 7,
    messageId: 10 + shown.id,
    ...{ message: { id: shown.id, seq: 1 }, notification: { id: shown.id, payload: { userId: shown.id } } },
  },
  messageIds: [shown.id],
  memberIds: [blocked.id, me.id],
})

test('when two responses differ in ids and times only, their texts are equal', () => {
  expect(normalize(seenBy(swapped), swapped)).toBe(normalize(seenBy(roles), roles))
  expect(normalize(seenBy(roles), roles)).toContain('"decoy 7"')
})

test('when responses differ in anything else, or name another member, their texts differ', () => {
  const plain = normalize(seenBy(roles), roles)
  expect(normalize(seenBy(swapped, 31), swapped)).not.toBe(plain)
  expect(normalize(seenBy(roles), swapped)).not.toBe(plain)
  expect(normalize({ ...seenBy(roles), partnerId: 8 }, roles)).not.toBe(plain)
})

test('a cursor says whom it names, or a time', () => {
  const link = (text: string) => `</api/users?cursor=${Buffer.from(text).toString('base64url')}>; rel="next"`
  expect(nextOf(link('1893456000000.2'), roles)).toBe('behind twin')
  expect(nextOf(link('1893456000000.3~7'), roles)).toBe('behind other twin')
  expect(nextOf(link(`1893456000000.${Number.MAX_SAFE_INTEGER}`), roles)).toBe('at 1893456000000')
  expect(nextOf(null, roles)).toBeNull()
})

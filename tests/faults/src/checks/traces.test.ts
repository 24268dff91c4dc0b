import type { Trace } from '@zing/admin/traces/find-traces'
import { expect, test } from 'vitest'
import { checkTraces } from './traces.ts'

const departure = { id: 7, at: 900 }
const trace = (database: string, collection: string, allowed?: Trace['allowed']): Trace => ({
  ...{ database, collection, documents: 1, example: { id: '3:7', fields: ['_id'] } },
  ...(allowed && { allowed }),
})
const tombstone = trace('zing_auth', 'tombstones', 'tombstone')

test('when a user is deleted, a tombstone and sealed evidence may remain', () => {
  expect(checkTraces(departure, [tombstone, trace('zing_admin', 'evidence', 'sealed evidence')])).toEqual([])
})

test('any other trace is a violation, and so is a deletion without a tombstone', () => {
  const left = { invariant: 'INV-13', text: '7, deleted at 900 ms, is in zing_chat.messages: 3:7 (_id)' }
  expect(checkTraces(departure, [tombstone, trace('zing_chat', 'messages')])).toEqual([left])
  expect(checkTraces(departure, [])).toEqual([{ invariant: 'INV-13', text: '7, deleted at 900 ms, has no tombstone' }])
})

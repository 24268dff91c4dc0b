import { expect, test } from 'vitest'
import { checksums, recordedChecksums } from './checksums.ts'

test('the lists are those that `npm run places` makes from its sources', () => {
  expect(checksums()).toEqual(recordedChecksums())
})

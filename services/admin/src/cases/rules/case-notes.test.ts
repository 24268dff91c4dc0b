import { CASE_NOTES_MAX } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { at, codeOf, mia, open } from '../../../test/cases/case-fixtures.ts'
import { withNote } from './case-notes.ts'

test('the notes of a case are bounded', () => {
  const note = { id: 1, authorId: mia.userId, text: 'x', createdAt: at }
  expect(withNote(open, note).set).toEqual({ notes: [note] })
  expect(codeOf(() => withNote({ ...open, notes: Array(CASE_NOTES_MAX).fill(note) }, note))).toBe('TOO_MANY_NOTES')
})

import { errors } from '@zing/proto/errors'
import { CASE_NOTES_MAX } from '@zing/proto/limits'
import { audited } from '../../audit/audit.ts'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredNote } from '../../models/case-parts.ts'
import { aboutCase, type CaseChange } from './case-change.ts'

/** Adds a note for the other moderators. 409 above CASE_NOTES_MAX. */
export function withNote(before: CaseDocument, note: StoredNote): CaseChange {
  if (before.notes.length >= CASE_NOTES_MAX) throw errors.tooManyNotes()
  return { set: { notes: [...before.notes, note] }, events: [audited(aboutCase(before, note.authorId, 'case.noted'))] }
}

import type { CaseNote } from '@zing/proto/moderation/cases'
import type { Ctx } from '../context.ts'
import { changeCase, findCaseFor } from './change-case.ts'
import type { Moderator } from './rules/case-change.ts'
import { withNote } from './rules/case-notes.ts'
import { namesOf } from './user-names.ts'

export async function addNote(ctx: Ctx, moderator: Moderator, id: number, text: string): Promise<CaseNote> {
  await findCaseFor(ctx, moderator, id)
  const note = { id: await ctx.ids.notes.next(), authorId: moderator.userId, text, createdAt: new Date() }
  await changeCase(ctx, id, (before) => withNote(before, note))
  const names = await namesOf(ctx, [moderator.userId])
  return { id: note.id, author: names.of(moderator.userId), text, createdAt: note.createdAt.toISOString() }
}

import type { Message, Reaction, ReactionEmoji } from '@zing/proto/messages'
import type { Violation } from '../violation.ts'

/** The reaction that a person wants on a message; null for none. */
export interface Wanted {
  messageId: number
  userId: number
  emoji: ReactionEmoji | null
}

/** A list shows each person's last confirmed reaction (INV-1), at most one for each person (INV-2). */
export function checkReactions(reader: number, list: Message[], wanted: Wanted[]): Violation[] {
  const byId = new Map(list.map(({ id, reactions = [] }) => [id, reactions]))
  const doubled = [...byId].filter(
    ([, reactions]) => new Set(reactions.map(({ userId }) => userId)).size < reactions.length,
  )
  return [
    ...doubled.map(([id]) => ({
      invariant: 'INV-2' as const,
      text: `${reader}: one person has reacted twice to ${id}`,
    })),
    ...wanted.flatMap(({ messageId, userId, emoji }) => {
      const reactions = byId.get(messageId)
      const found = reactions?.find((one) => one.userId === userId)?.emoji ?? null
      if (!reactions || found === emoji) return []
      const text = `${reader}: the reaction of ${userId} to ${messageId} is ${found ?? 'none'} instead of ${emoji ?? 'none'}`
      return [{ invariant: 'INV-1' as const, text }]
    }),
  ]
}

/** Both members read the same reactions (INV-7), and a client that follows the frames shows them (INV-9). */
export function checkSameReactions(lists: [Message[], Message[]], shown: [Message[], Message[]]): Violation[] {
  const [one, other] = lists.map(textOf)
  const violations: Violation[] = []
  if (one !== other)
    violations.push({ invariant: 'INV-7', text: `reactions differ between the members: ${one} / ${other}` })
  for (const [index, list] of lists.entries()) {
    const fresh = textOf(list)
    const live = textOf(shown[index] ?? [])
    if (fresh !== live)
      violations.push({ invariant: 'INV-9', text: `a client shows reactions ${live} instead of ${fresh}` })
  }
  return violations
}

function textOf(list: Message[]): string {
  return list
    .flatMap(({ id, reactions = [] }) => reactions.toSorted(byUser).map((one) => `${id}:${one.userId}${one.emoji}`))
    .join()
}

function byUser(a: Reaction, b: Reaction): number {
  return a.userId - b.userId
}

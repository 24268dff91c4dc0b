import type { Violation } from './violation.ts'

/** Something that was confirmed, of which the receiver must be notified. */
export interface ExpectedPush {
  receiverId: number
  aboutId: number
  type: 'MATCH' | 'MESSAGE'
  /** End of the response that confirmed it. */
  at: number
}

/** A push as the push host got it for a device of the receiver. */
export interface SeenPush {
  receiverId: number
  topic: string | undefined
  content: { type?: string | null; userId?: number }
}

/** Each notification goes out at least once (INV-7), and all its attempts have one topic, of no other notification (INV-2). */
export function checkWebPushes(expected: ExpectedPush[], seen: SeenPush[]): Violation[] {
  const topics = new Map<string, Set<string | undefined>>() // by notification
  for (const { receiverId, topic, content } of seen) {
    const name = nameOf({ receiverId, aboutId: content.userId ?? 0, type: content.type ?? 'badge' })
    topics.set(name, (topics.get(name) ?? new Set()).add(topic))
  }
  const missing = expected
    .filter((one) => !topics.has(nameOf(one)))
    .map(
      (one): Violation => ({ invariant: 'INV-7', text: `${nameOf(one)}, confirmed at ${one.at} ms, was not pushed` }),
    )
  const owners = new Map<string | undefined, string>()
  const mixed = [...topics].flatMap(([name, own]): Violation[] => {
    if (own.size > 1) return [{ invariant: 'INV-2', text: `${name} has ${own.size} topics` }]
    const [topic] = own
    const owner = owners.get(topic)
    owners.set(topic, name)
    return owner ? [{ invariant: 'INV-2', text: `${name} has the topic of ${owner}` }] : []
  })
  return [...missing, ...mixed]
}

/** True if a push is an attempt of this notification. */
export function isOf(
  { receiverId, content }: SeenPush,
  { aboutId, type, receiverId: expectedId }: ExpectedPush,
): boolean {
  return receiverId === expectedId && content.userId === aboutId && content.type === type
}

function nameOf({ type, receiverId, aboutId }: { type: string; receiverId: number; aboutId: number }): string {
  return `${type} to ${receiverId} about ${aboutId}`
}

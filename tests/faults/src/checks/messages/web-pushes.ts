import type { Violation } from '../violation.ts'

/** A confirmed like, match or message whose receiver must be notified. */
export interface ExpectedPush {
  receiverId: number
  aboutId: number
  type: 'MATCH' | 'MESSAGE'
  /** End of the response that confirmed it. */
  at: number
}

/** A push that arrived at the push host for a device of the receiver. */
export interface SeenPush {
  receiverId: number
  topic: string | undefined
  content: { type?: string | null; userId?: number }
}

/** Each notification is pushed at least once (INV-7), and all its attempts share a topic that is its own (INV-2). */
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

/** True if the push is an attempt to deliver this notification. */
export function isOf(
  { receiverId, content }: SeenPush,
  { aboutId, type, receiverId: expectedId }: ExpectedPush,
): boolean {
  return receiverId === expectedId && content.userId === aboutId && content.type === type
}

function nameOf({ type, receiverId, aboutId }: { type: string; receiverId: number; aboutId: number }): string {
  return `${type} to ${receiverId} about ${aboutId}`
}

import type { Mutant } from '../mutant.ts'

/** Breaks of pushes, and of what they are about. */
export const CHAT_PUSH_MUTANTS: Mutant[] = [
  {
    name: 'unseen-not-marked-after-crash',
    breaks: ['INV-7'],
    focus: 'chat-kills',
    edits: [
      {
        file: 'services/chat/src/messages/pending-flusher.ts',
        find: 'for (const conversation of stale) schedule(conversation)',
        replace:
          'for (const conversation of stale) schedule({ ...conversation, delivered: { lo: conversation.seq, hi: conversation.seq }, read: { lo: conversation.seq, hi: conversation.seq } })',
      },
    ],
  },
  {
    name: 'return-not-broadcast',
    breaks: ['INV-9'],
    scale: 'two',
    focus: 'push-links',
    edits: [
      {
        file: 'services/chat/src/ws/push/push-health.ts',
        find: '    if (connections.all().length > 0) scheduleRestore()\n',
        replace: '',
      },
      {
        file: 'services/chat/src/ws/push/push-health.ts',
        find: '    hasLostPushes = false\n    broadcast(nats, pushRestored, {})\n',
        replace: '    hasLostPushes = false\n',
      },
    ],
  },
  {
    name: 'match-state-by-arrival',
    breaks: ['INV-7', 'INV-9'],
    edits: [
      {
        file: 'services/chat/src/conversations/apply-pair-state.ts',
        find: '{ _id: pairKey(...userIds), matchRev: { $lt: rev } }',
        replace: '{ _id: pairKey(...userIds) }',
      },
    ],
  },
  {
    name: 'messages-pushed-to-one',
    breaks: ['INV-9'],
    scale: 'two',
    focus: 'pushes',
    edits: [
      {
        file: 'services/chat/src/ws/push/push.ts',
        find: 'const isPublished = publishTo(nats,',
        replace: "const isPublished = frame.type === 'NEW_MESSAGE' || publishTo(nats,",
      },
    ],
  },
  {
    name: 'no-other-process',
    breaks: ['INV-9'],
    scale: 'two',
    focus: 'pushes',
    edits: [
      {
        file: 'services/chat/src/ws/presence/peers.ts',
        find: 'return !hasWaited || isDeaf || peers.size > 0',
        replace: 'return false',
      },
    ],
  },
]

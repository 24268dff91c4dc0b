import type { Mutant } from './mutant.ts'

/** Breaks of sending, reading, receipts, blocks and pushes. */
export const CHAT_MUTANTS: Mutant[] = [
  {
    name: 'pages-without-pending',
    breaks: ['INV-1', 'INV-4'],
    edits: [
      {
        file: 'services/chat/src/domain/message-range.ts',
        find: 'const pending = withSeq(conversation).filter(({ seq }) => seq >= from && seq <= to)',
        replace: 'const pending: NumberedMessage[] = []',
      },
    ],
  },
  {
    name: 'pages-in-random-order',
    breaks: ['INV-4'],
    edits: [
      {
        file: 'services/chat/src/domain/message-range.ts',
        find: 'return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)',
        replace: 'return [...bySeq.values()].toSorted(() => Math.random() - 0.5)',
      },
    ],
  },
  {
    name: 'pages-by-clock',
    breaks: ['INV-4'],
    isUnproven: true,
    edits: [
      {
        file: 'services/chat/src/domain/message-range.ts',
        find: 'return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)',
        replace: 'return [...bySeq.values()].toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))',
      },
    ],
  },
  {
    name: 'pages-beyond-seq',
    breaks: ['INV-4'],
    scale: 'two',
    isUnproven: true,
    edits: [
      {
        file: 'services/chat/src/domain/message-range.ts',
        find: 'const last = Math.min(seq, (before ?? seq + 1) - 1)',
        replace: 'const last = (before ?? seq + 3) - 1',
      },
    ],
  },
  {
    name: 'flush-clears-pending',
    breaks: ['INV-1', 'INV-4'],
    edits: [
      {
        file: 'services/chat/src/domain/flush-pending.ts',
        find: 'update: { $pull: { pending: { id: { $in: pending.map(({ id }) => id) } } } }',
        replace: 'update: { $set: { pending: [] } }',
      },
    ],
  },
  {
    name: 'sent-before-commit',
    breaks: ['INV-1', 'INV-4'],
    edits: [
      {
        file: 'services/chat/src/domain/send-group.ts',
        find: 'const committed = await commitMessages(first.item.ctx, sendings, afterSeqs)',
        replace:
          'const { ctx, receiverId, message } = first.item; const before = await readConversation(ctx, message.senderId, receiverId); void commitMessages(ctx, sendings, []).catch(() => {}); const committed = before && { ...before, seq: before.seq + sendings.length, pending: [] }',
      },
    ],
  },
  {
    name: 'one-recent-key',
    breaks: ['INV-2'],
    edits: [
      {
        file: 'services/chat/src/domain/commit-messages.ts',
        find: 'export const RECENT_KEYS = 200',
        replace: 'export const RECENT_KEYS = 1',
      },
    ],
  },
  {
    name: 'stored-keys-not-looked-up',
    breaks: ['INV-2', 'INV-6'],
    edits: [
      {
        file: 'services/chat/src/domain/send-group.ts',
        find: 'if (!first || keys.length === 0) return group',
        replace: 'if (!first || keys.length >= 0) return group',
      },
    ],
  },
  {
    name: 'claims-without-bound',
    breaks: ['INV-2', 'INV-6'],
    isUnproven: true,
    edits: [
      {
        file: 'services/chat/src/domain/commit-messages.ts',
        find: '...(afterSeqs.length > 0 && { seq: seqsWithKnownKeys(afterSeqs) }),',
        replace: '',
      },
    ],
  },
  {
    name: 'group-in-one-seq',
    breaks: ['INV-4'],
    isUnproven: true,
    edits: [
      {
        file: 'services/chat/src/domain/send-group.ts',
        find: 'seq: firstSeq + index',
        replace: 'seq: committed.seq',
      },
    ],
  },
  {
    name: 'delivered-when-sent',
    breaks: ['INV-5'],
    edits: [
      {
        file: 'services/chat/src/domain/message-view.ts',
        find: "return seq <= conversation.delivered[receiver] ? 'delivered' : 'sent'",
        replace: "return 'delivered'",
      },
    ],
  },
  {
    name: 'watermarks-set',
    breaks: ['INV-1', 'INV-5'],
    edits: [
      {
        file: 'services/chat/src/domain/raise-watermarks.ts',
        find: '{ $max: watermarks }',
        replace: '{ $set: watermarks }',
      },
    ],
  },
  {
    name: 'late-read-takes-all',
    breaks: ['INV-1', 'INV-5', 'INV-7'],
    edits: [
      {
        file: 'services/chat/src/domain/read-messages.ts',
        find: 'const { _id, seq, received, read } = conversation',
        replace:
          'await new Promise((resolve) => setTimeout(resolve, 50)); const { received } = await ctx.models.Conversation.findById(conversation._id).orFail().lean(); const { _id, seq, read } = conversation',
      },
    ],
  },
  {
    name: 'read-without-count',
    breaks: ['INV-1', 'INV-7'],
    edits: [
      {
        file: 'services/chat/src/domain/read-messages.ts',
        find: 'received[side] }',
        replace: 'conversation.seen[side] }',
      },
    ],
  },
  {
    name: 'read-mark-not-stored',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/chat/src/domain/read-messages.ts',
        find: 'return markRead(ctx, conversation, userId)',
        replace: 'return',
      },
    ],
  },
  {
    name: 'read-before-write',
    breaks: ['INV-1', 'INV-5'],
    edits: [
      {
        file: 'services/chat/src/domain/read-messages.ts',
        find: 'return markRead(ctx, conversation, userId)',
        replace: 'return void markRead(ctx, conversation, userId).catch(() => {})',
      },
    ],
  },
  {
    name: 'block-before-write',
    breaks: ['INV-1', 'INV-7', 'INV-10'],
    edits: [
      {
        file: 'services/chat/src/domain/block-user.ts',
        find: '  await write().catch((error: unknown) => {\n    if (isDatabaseUnavailable(error))',
        replace:
          '  void write().catch((error: unknown) => {\n    if (ctx) return\n    if (isDatabaseUnavailable(error))',
      },
    ],
  },
  {
    name: 'typing-across-block',
    breaks: ['INV-10'],
    edits: [
      {
        file: 'services/chat/src/domain/show-typing.ts',
        find: 'if (!conversation || !isOpen(conversation)) return',
        replace: 'if (!conversation) return',
      },
    ],
  },
  {
    name: 'receipts-across-block',
    breaks: ['INV-10'],
    edits: [
      {
        file: 'services/chat/src/domain/receive-messages.ts',
        find: 'if (!conversation || !isOpen(conversation)) return []',
        replace: 'if (!conversation) return []',
      },
      {
        file: 'services/chat/src/domain/raise-watermarks.ts',
        find: "const notBlocked = { _id: conversationId, 'blockedBy.0': { $exists: false } }",
        replace: 'const notBlocked = { _id: conversationId }',
      },
    ],
  },
  {
    name: 'blocked-conversation-listed',
    breaks: ['INV-10', 'INV-7'],
    edits: [
      {
        file: 'services/chat/src/domain/list-conversations.ts',
        find: "matched: true, 'blockedBy.0': { $exists: false } }",
        replace: 'matched: true }',
      },
    ],
  },
  {
    name: 'return-not-broadcast',
    breaks: ['INV-9'],
    scale: 'two',
    isUnproven: true,
    edits: [
      {
        file: 'services/chat/src/ws/push-health.ts',
        find: '    if (connections.all().length > 0) scheduleRestore()\n',
        replace: '',
      },
      {
        file: 'services/chat/src/ws/push-health.ts',
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
        file: 'services/chat/src/domain/pair-state.ts',
        find: '{ _id: pairKey(...userIds), matchRev: { $lt: rev } }',
        replace: '{ _id: pairKey(...userIds) }',
      },
    ],
  },
  {
    name: 'messages-pushed-to-one',
    breaks: ['INV-9'],
    scale: 'two',
    isUnproven: true,
    edits: [
      {
        file: 'services/chat/src/ws/push.ts',
        find: 'const isPublished = publishTo(nats,',
        replace: "const isPublished = frame.type === 'NEW_MESSAGE' || publishTo(nats,",
      },
    ],
  },
  {
    name: 'never-elsewhere',
    breaks: ['INV-9'],
    scale: 'two',
    isUnproven: true,
    edits: [
      {
        file: 'services/chat/src/ws/presence.ts',
        find: 'if (!hasSettled || isDeaf) return true',
        replace: 'if (userId > 0) return false',
      },
    ],
  },
]

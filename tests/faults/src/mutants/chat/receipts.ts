import type { Mutant } from '../mutant.ts'

/** Breaks of receipts. */
export const CHAT_RECEIPT_MUTANTS: Mutant[] = [
  {
    name: 'delivered-when-sent',
    breaks: ['INV-5'],
    edits: [
      {
        file: 'services/chat/src/messages/message-view.ts',
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
        file: 'services/chat/src/receipts/raise-watermarks.ts',
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
        file: 'services/chat/src/receipts/read-messages.ts',
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
        file: 'services/chat/src/receipts/read-messages.ts',
        find: 'const seen = received[side] - newer',
        replace: 'const seen = conversation.seen[side]',
      },
    ],
  },
  {
    name: 'read-beyond-what-is-shown',
    breaks: ['INV-1', 'INV-5'],
    edits: [
      {
        file: 'services/chat/src/receipts/read-messages.ts',
        find: 'const upTo = Math.min(upToSeq ?? seq, seq)',
        replace: 'const upTo = seq',
      },
    ],
  },
  {
    name: 'read-mark-not-stored',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/chat/src/receipts/read-messages.ts',
        find: 'return markRead(ctx, conversation, userId, upToSeq)',
        replace: 'return',
      },
    ],
  },
  {
    name: 'read-before-write',
    breaks: ['INV-1', 'INV-5'],
    edits: [
      {
        file: 'services/chat/src/receipts/read-messages.ts',
        find: 'return markRead(ctx, conversation, userId, upToSeq)',
        replace: 'return void markRead(ctx, conversation, userId, upToSeq).catch(() => {})',
      },
    ],
  },
]

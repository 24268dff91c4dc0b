import type { Mutant } from '../mutant.ts'

/** Breaks of sending, storing and reading messages. */
export const CHAT_MESSAGE_MUTANTS: Mutant[] = [
  {
    name: 'pages-without-pending',
    breaks: ['INV-1', 'INV-4'],
    edits: [
      {
        file: 'services/chat/src/messages/message-range.ts',
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
        file: 'services/chat/src/messages/message-range.ts',
        find: 'return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)',
        replace: 'return [...bySeq.values()].toSorted(() => Math.random() - 0.5)',
      },
    ],
  },
  {
    name: 'pages-by-clock',
    breaks: ['INV-4'],
    scale: 'two', // one process commits in the order of its clock
    edits: [
      {
        file: 'services/chat/src/messages/message-range.ts',
        find: 'return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)',
        replace: 'return [...bySeq.values()].toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))',
      },
    ],
  },
  {
    name: 'pages-beyond-seq',
    breaks: ['INV-4'],
    scale: 'two',
    edits: [
      {
        file: 'services/chat/src/messages/message-range.ts',
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
        file: 'services/chat/src/messages/flush-pending.ts',
        find: 'const removal = { $pull: { pending: { id: { $in: pending.map(({ id }) => id) } } } }',
        replace: 'const removal = { $set: { pending: [] } }',
      },
    ],
  },
  {
    name: 'sent-before-commit',
    breaks: ['INV-1', 'INV-4'],
    edits: [
      {
        file: 'services/chat/src/messages/store-message.ts',
        find: 'const committed = await commit(ctx, { ...sending, afterSeq, opening })',
        replace:
          'const before = await readConversation(ctx, message.senderId, sending.receiverId); void commit(ctx, { ...sending, opening }).catch(() => {}); const committed = before && { ...before, seq: before.seq + 1, pending: [] }',
      },
    ],
  },
  {
    name: 'one-recent-key',
    breaks: ['INV-2'],
    edits: [
      {
        file: 'services/chat/src/messages/repetition-rules.ts',
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
        file: 'services/chat/src/messages/store-message.ts',
        find: 'const stored = message.key && afterSeq === undefined ? await findStored(ctx, message.key) : null',
        replace: 'const stored = null as Stored | null',
      },
    ],
  },
  {
    name: 'claims-without-bound',
    breaks: ['INV-2', 'INV-6'],
    edits: [
      {
        file: 'services/chat/src/messages/commit-message.ts',
        find: 'const known = message.key && afterSeq !== undefined ? seqsWithKnownKeys(afterSeq) : { $gte: 0 }',
        replace: 'const known = { $gte: 0 }',
      },
    ],
  },
]

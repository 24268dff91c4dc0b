import type { Mutant } from '../mutant.ts'

/** Breaks of blocks. */
export const CHAT_BLOCK_MUTANTS: Mutant[] = [
  {
    name: 'block-before-write',
    breaks: ['INV-1', 'INV-7', 'INV-10'],
    edits: [
      {
        file: 'services/chat/src/blocks/block-user.ts',
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
        file: 'services/chat/src/conversations/show-typing.ts',
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
        file: 'services/chat/src/receipts/receive-messages.ts',
        find: 'if (!conversation || !isOpen(conversation)) return []',
        replace: 'if (!conversation) return []',
      },
      {
        file: 'services/chat/src/receipts/raise-watermarks.ts',
        find: "const filter = { _id: conversationId, 'blockedBy.0': { $exists: false } }",
        replace: 'const filter = { _id: conversationId }',
      },
    ],
  },
  {
    name: 'blocked-conversation-listed',
    breaks: ['INV-10', 'INV-7'],
    edits: [
      {
        file: 'services/chat/src/conversations/list-conversations.ts',
        find: '{ members: userId, ...OPEN }',
        replace: '{ members: userId, matched: true }',
      },
    ],
  },
]

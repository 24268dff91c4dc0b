import type { Mutant } from './mutant.ts'

/** Breaks of the central promises: a response before the write, a removal before the copy, and so on. */
export const CORE_MUTANTS: Mutant[] = [
  {
    name: 'response-before-write',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/social/src/pairs/change-pair.ts',
        find: 'const saved = await swap(ctx, pair, change)',
        replace: 'void swap(ctx, pair, change).catch(() => {}); const saved = { ...pair, ...change.set }',
      },
    ],
  },
  {
    name: 'removed-before-copied',
    breaks: ['INV-4'],
    edits: [
      {
        file: 'services/chat/src/messages/flush-pending.ts',
        find: '  await insert(models.raw, conversations.flatMap(storedFieldsOf))\n',
        replace:
          '  setTimeout(() => void insert(models.raw, conversations.flatMap(storedFieldsOf)).catch(() => {}), 300)\n',
      },
    ],
  },
  {
    name: 'keys-forgotten',
    breaks: ['INV-2'],
    edits: [
      {
        file: 'services/chat/src/messages/commit-message.ts',
        find: '...(message.key && { recent: { $nin: [message.key] } }),',
        replace: '',
      },
    ],
  },
  {
    name: 'push-before-commit',
    breaks: ['INV-9'],
    edits: [
      {
        file: 'services/chat/src/messages/store-message.ts',
        find: 'import { fromStored,',
        replace: 'import { toMessage, fromStored,',
      },
      {
        file: 'services/chat/src/messages/store-message.ts',
        find: 'const committed = await commit(',
        replace:
          "const { receiverId } = sending; const early = await readConversation(ctx, message.senderId, receiverId); if (early) ctx.push(receiverId, message.senderId, { type: 'NEW_MESSAGE', message: toMessage(early, { ...message, seq: early.seq + 1 }, receiverId) }); const committed = await commit(",
      },
    ],
  },
  {
    name: 'rejected-commit-confirmed',
    breaks: ['INV-1', 'INV-2'],
    edits: [
      {
        file: 'services/chat/src/messages/store-message.ts',
        find: 'const committed = await commit(ctx, { ...sending, afterSeq, opening })',
        replace:
          'const committed = (await commit(ctx, { ...sending, afterSeq, opening })) ?? (await readConversation(ctx, message.senderId, sending.receiverId))',
      },
    ],
  },
  {
    name: 'block-not-in-filter',
    breaks: ['INV-10'],
    edits: [
      {
        file: 'services/chat/src/messages/commit-message.ts',
        find: "      'blockedBy.0': { $exists: false },\n",
        replace: '',
      },
    ],
  },
  {
    name: 'event-dropped-on-error',
    breaks: ['INV-7'],
    focus: 'event-links',
    edits: [
      {
        file: 'packages/kit/src/nats/relay.ts',
        find: '      await publish(entry)\n',
        replace: '      await publish(entry).catch(() => {})\n',
      },
    ],
  },
]

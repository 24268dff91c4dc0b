import type { Mutant } from '../mutant.ts'

/** Breaks of reactions. */
export const CHAT_REACTION_MUTANTS: Mutant[] = [
  {
    name: 'reaction-confirmed-before-write',
    breaks: ['INV-1', 'INV-7', 'INV-9'],
    edits: [
      {
        file: 'services/chat/src/reactions/set-reaction.ts',
        find: 'const stored = await write(ctx, { ...found, userId, emoji, turn })',
        replace:
          'const stored = await ctx.models.raw.reactions.findOne({ _id: messageId }); void write(ctx, { ...found, userId, emoji, turn }).catch(() => {}); if (!stored) return',
      },
    ],
  },
  {
    name: 'reactions-by-arrival',
    breaks: ['INV-1'],
    scale: 'two',
    focus: 'late-writes',
    isRarelyFound: true,
    edits: [
      {
        file: 'services/chat/src/reactions/set-reaction.ts',
        find: '{ _id: message.id, ...isLatest },',
        replace: '{ _id: message.id, ...(isLatest && {}) },',
      },
    ],
  },
]

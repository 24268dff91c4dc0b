import type { Mutant } from '../mutant.ts'

/** Breaks of reactions. */
export const CHAT_REACTION_MUTANTS: Mutant[] = [
  {
    name: 'reaction-confirmed-before-write',
    breaks: ['INV-1', 'INV-7', 'INV-9'],
    edits: [
      {
        file: 'services/chat/src/domain/set-reaction.ts',
        find: 'const after = await write(ctx, { ...found, userId, emoji, before })',
        replace:
          'void write(ctx, { ...found, userId, emoji, before }).catch(() => {}); if (!before) return; const after = before',
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
        file: 'services/chat/src/domain/set-reaction.ts',
        find: '.rev`]: before[side].rev },',
        replace: '.rev`]: { $gte: 0 } },',
      },
    ],
  },
]

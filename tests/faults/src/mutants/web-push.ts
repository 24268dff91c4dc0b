import type { Mutant } from './mutant.ts'

/** Breaks of Web Push. */
export const WEB_PUSH_MUTANTS: Mutant[] = [
  {
    name: 'back-off-by-clock',
    breaks: ['INV-7'],
    focus: 'clocks',
    edits: [
      {
        file: 'services/social/src/web-push/back-off.ts',
        find: 'Math.min(MAX_MS, ageMs, FIRST_MS * 2 ** deliveryCount)',
        replace: 'Math.min(MAX_MS, ageMs)',
      },
    ],
  },
]

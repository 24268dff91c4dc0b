/** A deliberate break of the code, which the checks must find. */
export interface Mutant {
  name: string
  /** The invariant that it breaks. */
  breaks: string
  edits: { file: string; find: string; replace: string }[]
}

export const MUTANTS: Mutant[] = [
  {
    name: 'block-without-filter',
    breaks: 'INV-10',
    edits: [
      {
        file: 'services/chat/src/domain/send-message.ts',
        find: `      'blockedBy.0': { $exists: false },\n`,
        replace: '',
      },
    ],
  },
]

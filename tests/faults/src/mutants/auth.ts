import type { PackageMutants } from './mutant.ts'

const unawaited = (call: string) => `void ${call}.catch(() => {})`

/** Breaks of accounts, profiles and photos. */
export const AUTH: PackageMutants = {
  package: 'services/auth',
  mutants: [
    {
      name: 'deletion-without-event',
      breaks: ['INV-13'],
      edits: [{ in: 'storeTombstone', find: '[event(userDeleted, { userId: _id })]', replace: '[]' }],
    },
    {
      name: 'profile-before-write',
      breaks: ['INV-1'],
      edits: [{ in: 'changeUser', call: 'User.updateOne', by: (call) => `(${unawaited(call)}, { matchedCount: 1 })` }],
    },
    {
      name: 'user-without-rev',
      breaks: ['INV-1'],
      edits: [{ in: 'changeUser', find: '{ _id, rev: before.rev }', replace: '{ _id }' }],
    },
    {
      name: 'photo-not-stored',
      breaks: ['INV-1'],
      edits: [{ in: 'storePhoto', call: 'Selfie.create', by: () => 'undefined' }],
    },
    {
      name: 'photo-before-write',
      breaks: ['INV-1'],
      focus: 'photo-writes',
      edits: [{ in: 'storePhoto', call: 'Selfie.create', by: unawaited }],
    },
    {
      name: 'block-unknown-to-auth',
      breaks: ['INV-7'],
      edits: [{ in: 'eventHandlers', call: 'hidePair', by: () => 'Promise.resolve()' }],
    },
    {
      name: 'account-before-write',
      breaks: ['INV-1', 'INV-2'],
      edits: [{ in: 'createAccount', call: 'enter', by: unawaited }],
    },
  ],
}

import type { PackageMutants } from './mutant.ts'

const unawaited = (call: string) => `void ${call}.catch(() => {})`

/** Breaks of likes, matches, notifications, replicas of profiles, and Web Push. */
export const SOCIAL: PackageMutants = {
  package: 'services/social',
  mutants: [
    {
      name: 'response-before-write',
      breaks: ['INV-1'],
      edits: [{ in: 'changePair', call: 'swap', by: (call) => `(${unawaited(call)}, { ...pair, ...change.set })` }],
    },
    {
      name: 'match-notified-to-one',
      breaks: ['INV-3'],
      edits: [{ in: 'notifyOfMatch', find: 'userId: hi.id, about: lo }', replace: 'userId: lo.id, about: hi }' }],
    },
    {
      name: 'pair-without-rev',
      breaks: ['INV-1', 'INV-3'],
      edits: [{ in: 'swap', find: '{ _id, rev },', replace: '{ _id },' }],
    },
    {
      name: 'notified-without-cause',
      breaks: ['INV-2', 'INV-3'],
      edits: [
        { in: 'changeEntry', find: 'findOne(own,', replace: 'findOne({ ...own, _id: -1 },' },
        { in: 'schema', find: '{ userId: 1, cause: 1 }, { unique: true }', replace: '{ userId: 1, cause: 1 }' },
      ],
    },
    {
      name: 'no-unique-cause',
      breaks: ['INV-2', 'INV-3'],
      scale: 'two',
      edits: [{ in: 'schema', find: '{ userId: 1, cause: 1 }, { unique: true }', replace: '{ userId: 1, cause: 1 }' }],
    },
    {
      name: 'profiles-by-arrival',
      breaks: ['INV-7'],
      edits: [
        {
          in: 'replicateProfile',
          find: 'if (stored && !isNewer(revised, stored)) return',
          replace: '',
        },
      ],
    },
    {
      name: 'events-only-while-connected',
      breaks: ['INV-3', 'INV-7', 'INV-9'],
      edits: [
        { in: 'swap', find: '{ models }: Ctx,', replace: '{ models, nats }: Ctx,' },
        { in: 'swap', find: '$each: entries', replace: '$each: nats.up() ? entries : []' },
      ],
    },
    {
      name: 'match-end-not-announced',
      breaks: ['INV-7', 'INV-9'],
      edits: [{ in: 'withoutLike', find: ', ...endOfMatch(pair)', replace: '' }],
    },
    {
      name: 'notifications-deleted',
      breaks: ['INV-2'],
      edits: [
        {
          in: 'clearNotifications',
          find: 'updateMany({ userId, isCleared: false }, { $set: cleared })',
          replace: 'deleteMany({ userId, isCleared: !cleared })',
        },
      ],
    },
    {
      name: 'notification-read-not-stored',
      breaks: ['INV-1'],
      edits: [{ in: 'readNotification', find: '{ $set: { readAt } }', replace: '{ $set: { isCleared: false } }' }],
    },
    {
      name: 'undone-after-seen',
      breaks: ['INV-1'],
      edits: [{ in: 'undo', call: 'isLikeRead', by: () => 'false' }],
    },
    {
      name: 'pass-not-stored',
      breaks: ['INV-1'],
      edits: [{ in: 'withPass', find: 'return { set: { [passed]: at }, events: [] }', replace: 'return null' }],
    },
    {
      name: 'unmatch-not-announced',
      breaks: ['INV-3', 'INV-7', 'INV-9'],
      edits: [{ in: 'withoutMatch', find: ', ...endOfMatch(pair)', replace: '' }],
    },
    {
      name: 'back-off-by-clock',
      breaks: ['INV-7'],
      focus: 'clocks',
      edits: [{ in: 'backOffMs', find: ', firstMs * 2 ** deliveryCount', replace: '' }],
    },
  ],
}

import type { Mutant } from './mutant.ts'

/** Breaks of likes, matches, notifications, profiles and photos. */
export const SOCIAL_AND_AUTH_MUTANTS: Mutant[] = [
  {
    name: 'match-notified-to-one',
    breaks: ['INV-3'],
    edits: [
      {
        file: 'services/social/src/notifications/notify-of-match.ts',
        find: '  await announce(ctx, { ...common, userId: hi.id, about: lo }, decide)\n',
        replace: '',
      },
    ],
  },
  {
    name: 'pair-without-rev',
    breaks: ['INV-1', 'INV-3'],
    edits: [{ file: 'services/social/src/pairs/change-pair.ts', find: '{ _id, rev },\n', replace: '{ _id },\n' }],
  },
  {
    name: 'notified-without-cause',
    breaks: ['INV-2', 'INV-3'],
    edits: [
      {
        file: 'services/social/src/notifications/change-entry.ts',
        find: 'await Notification.findOne(own, { outbox: 0 }).lean()',
        replace: 'await Notification.findOne({ ...own, _id: -1 }, { outbox: 0 }).lean()',
      },
      {
        file: 'services/social/src/models/notification.ts',
        find: 'schema.index({ userId: 1, cause: 1 }, { unique: true })',
        replace: 'schema.index({ userId: 1, cause: 1 })',
      },
    ],
  },
  {
    name: 'no-unique-cause',
    breaks: ['INV-2', 'INV-3'],
    scale: 'two',
    edits: [
      {
        file: 'services/social/src/models/notification.ts',
        find: 'schema.index({ userId: 1, cause: 1 }, { unique: true })',
        replace: 'schema.index({ userId: 1, cause: 1 })',
      },
    ],
  },
  {
    name: 'deletion-without-event',
    breaks: ['INV-13'],
    edits: [
      {
        file: 'services/auth/src/deletion/delete-account.ts',
        find: 'toOutboxEntries([event(userDeleted, { userId: _id })], {',
        replace: 'toOutboxEntries([], {',
      },
    ],
  },
  {
    name: 'profiles-by-arrival',
    breaks: ['INV-7'],
    edits: [
      {
        file: 'services/social/src/profiles/replicate-profile.ts',
        find: 'const isReplaced = { _id: id, $or: [...older, ...withoutStory] }',
        replace: 'const isReplaced = { _id: id }',
      },
    ],
  },
  {
    name: 'events-only-while-connected',
    breaks: ['INV-3', 'INV-7', 'INV-9'],
    edits: [
      {
        file: 'services/social/src/pairs/change-pair.ts',
        find: 'async function swap({ models }: Ctx,',
        replace: 'async function swap({ models, nats }: Ctx,',
      },
      {
        file: 'services/social/src/pairs/change-pair.ts',
        find: '$push: { outbox: { $each: entries } }',
        replace: '$push: { outbox: { $each: nats.up() ? entries : [] } }',
      },
    ],
  },
  {
    name: 'match-end-not-announced',
    breaks: ['INV-7', 'INV-9'],
    edits: [
      {
        file: 'services/social/src/pairs/pair-rules.ts',
        find: 'events: [removed, ...endOfMatch(pair)]',
        replace: 'events: [removed]',
      },
    ],
  },
  {
    name: 'profile-before-write',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/auth/src/accounts/change-user.ts',
        find: 'const { matchedCount } = await ctx.models.User.updateOne(filter, {',
        replace: 'const matchedCount = 1\n    void ctx.models.User.updateOne(filter, {',
      },
      {
        file: 'services/auth/src/accounts/change-user.ts',
        find: '    })\n    if (matchedCount === 0) continue',
        replace: '    }).catch(() => {})\n    if (matchedCount === 0) continue',
      },
    ],
  },
  {
    name: 'user-without-rev',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/auth/src/accounts/change-user.ts',
        find: 'const filter = { _id, rev: before.rev }',
        replace: 'const filter = { _id }',
      },
    ],
  },
  {
    name: 'photo-not-stored',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/auth/src/photos/photos.ts',
        find: '  await ctx.models.Selfie.create({ _id: version, userId, ...jpegs, createdAt: new Date(), epoch })\n',
        replace: '',
      },
    ],
  },
  {
    name: 'photo-before-write',
    breaks: ['INV-1'],
    focus: 'photo-writes',
    edits: [
      {
        file: 'services/auth/src/photos/photos.ts',
        find: '  await ctx.models.Selfie.create({ _id: version, userId, ...jpegs, createdAt: new Date(), epoch })\n',
        replace:
          '  void ctx.models.Selfie.create({ _id: version, userId, ...jpegs, createdAt: new Date(), epoch }).catch(() => {})\n',
      },
    ],
  },
  {
    name: 'block-unknown-to-auth',
    breaks: ['INV-7'],
    edits: [
      {
        file: 'services/auth/src/events.ts',
        find: 'on(blockCreated, (event) => hidePair(ctx, event))',
        replace: 'on(blockCreated, async () => void [ctx, hidePair])',
      },
    ],
  },
  {
    name: 'account-before-write',
    breaks: ['INV-1', 'INV-2'],
    edits: [
      {
        file: 'services/auth/src/accounts/register-user.ts',
        find: '    await insertUser(ctx, { ...user, outbox })',
        replace: '    void insertUser(ctx, { ...user, outbox }).catch(() => {})',
      },
    ],
  },
  {
    name: 'notifications-deleted',
    breaks: ['INV-2'],
    edits: [
      {
        file: 'services/social/src/notifications/read-notifications.ts',
        find: 'await models.Notification.updateMany({ userId, isCleared: false }, { $set: cleared })',
        replace: 'await models.Notification.deleteMany({ userId, isCleared: !cleared })',
      },
    ],
  },
  {
    name: 'notification-read-not-stored',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/social/src/notifications/read-notifications.ts',
        find: '{ ...own, readAt: null }, { $set: { readAt } }',
        replace: '{ ...own, readAt: null }, { $set: { isCleared: false } }',
      },
    ],
  },
  {
    name: 'undone-after-seen',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/social/src/passes/undo-decision.ts',
        find: "if (kind === 'like' && !isUndone && (await isLikeRead(ctx, like))) return false",
        replace: "if (kind === 'like' && !isUndone && ctx === null) return false",
      },
    ],
  },
  {
    name: 'pass-not-stored',
    breaks: ['INV-1'],
    edits: [
      {
        file: 'services/social/src/passes/pass-rules.ts',
        find: 'return { set: { [passed]: at }, events: [] }',
        replace: 'return at === null ? { set: { [passed]: at }, events: [] } : null',
      },
    ],
  },
  {
    name: 'unmatch-not-announced',
    breaks: ['INV-3', 'INV-7', 'INV-9'],
    edits: [
      {
        file: 'services/social/src/passes/pass-rules.ts',
        find: 'return { set, events: [...removed, ...endOfMatch(pair)] }',
        replace: 'return { set, events: removed.concat(pair === null ? endOfMatch(pair) : []) }',
      },
    ],
  },
]

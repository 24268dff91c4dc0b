import type { ServiceWithDatabase } from '@zing/proto/processes'

/** User data in a collection, and its fate; the tests go through the list. */
interface UserData {
  /** Files of the user's copy that are made from it, or why it is in no copy. */
  copied: string[] | string
  /** Why a reset leaves it, where its documents have neither an epoch nor an end. */
  survivesReset?: string
  /** A document that names the user, for collections that the test's user has nothing in for long. */
  example?: (userId: number) => Record<string, unknown>
}
type Collection = UserData | 'no users'

const DAY = 'counts of one day'
const OTHERS = 'what moderators store about reports'
const tombstones: UserData = { copied: 'there is none before the deletion' }
const deadLetters: UserData = {
  copied: 'copies of events, for operators',
  example: (userId) => ({ subject: 'evt.like.created', text: JSON.stringify({ likerId: userId, likedId: 0 }) }),
}
/** Collections of kit, in every database. */
const common = {
  counters: 'no users',
  dead_letters: deadLetters,
  event_attempts: 'no users',
  hourly_results: 'no users', // counts
  meta: 'no users',
  migrations: 'no users',
} as const

/**
 * Every collection of every service. An erasure empties it, `npm run erased` searches it, a reset deletes it, and the user's
 * copy has its own data.
 */
export const COLLECTIONS: Record<ServiceWithDatabase, Record<string, Collection>> = {
  auth: {
    ...common,
    users: { copied: ['auth/account.json'] },
    selfies: { copied: ['photos/'] },
    blobs: 'no users', // bytes alone, which `selfies` names
    sessions: { copied: ['auth/sessions.json'] },
    passkeys: { copied: ['auth/passkeys.json'] },
    door: 'no users',
    signUps: 'no users', // counts of hours
    spentProofs: 'no users',
    invitations: {
      copied: ['auth/invitations.json'],
      example: (userId) => ({
        _id: 1,
        code: 'x',
        userId,
        label: '',
        uses: 1,
        left: 1,
        createdAt: new Date(),
        epoch: 0,
      }),
    },
    verifications: {
      copied: 'pictures before the camera, until the decision',
      example: (userId) => ({
        _id: 1,
        userId,
        poses: ['smile', 'look-up'],
        key: 'x/1',
        uploads: [],
        stored: [],
        seen: {},
        expiresAt: new Date(Date.now() + 3_600_000),
        epoch: 0,
      }),
    },
    picturesToSee: {
      copied: 'questions to vision, for a day',
      example: (userId) => ({ _id: `main:${userId}:1`, userId, wants: { face: true }, at: new Date(), epoch: 0 }),
    },
    passkeyChallenges: 'no users', // by session, for five minutes
    setup: 'no users',
    hiddenPairs: { copied: 'a replica of blocks' },
    exports: { copied: 'the copy itself' },
    exportChunks: { copied: 'the copy itself' },
    daily_usage: { copied: DAY },
    tombstones,
    banRecords: {
      copied: 'by what a banned user is recognised',
      example: (userId) => ({ _id: 1, bannedUserId: userId, usernameHash: 'x' }),
    },
    banMatches: {
      copied: 'for moderators, until admin has it',
      example: (userId) => ({ _id: 'x', userId, decisionId: 1, sign: 'photo' }),
    },
  },
  social: {
    ...common,
    people: { copied: ['social/discovery.json'] },
    pairs: { copied: ['social/likes.json', 'social/matches.json', 'social/passes.json'] },
    notifications: { copied: ['social/notifications.json'] },
    notification_settings: { copied: ['social/notification-settings.json'] },
    push_devices: { copied: ['social/notification-settings.json'] },
    push_slots: { copied: 'what was notified of in the last two days' },
    daily_usage: { copied: DAY },
    tombstones,
  },
  chat: {
    ...common,
    conversations: { copied: ['chat/blocks.json', 'chat/settings.json'] },
    messages: { copied: ['chat/messages.json'] },
    reactions: { copied: ['chat/messages.json'] },
    media: { copied: ['chat/messages.json', 'chat/media/'] },
    blobs: 'no users', // bytes alone, which `media` names
    first_messages: { copied: 'digests of one hour' },
    daily_usage: { copied: DAY },
    tombstones,
  },
  admin: {
    ...common,
    cases: { copied: ['admin/reports.json', 'admin/decisions.json', 'admin/appeals.json'] },
    evidence: { copied: OTHERS },
    evidence_media: 'no users', // bytes alone, which `evidence` names
    audit: { copied: OTHERS, survivesReset: 'it holds no words, and says who has reset' },
    audit_head: 'no users',
    settings: {
      copied: 'of the community',
      survivesReset: 'a reset leaves the community as it is',
      example: (userId) => ({ _id: 1, authorId: userId }),
    },
    logos: 'no users',
    backups: 'no users',
    reporters: { copied: DAY },
    held_claims: {
      copied: 'half a minute of a moderator',
      example: (userId) => ({ _id: userId, token: 'x' }),
    },
    pin: { copied: 'attempts of one day', survivesReset: 'a reset must not give attempts back' },
    admin_sessions: { copied: 'the five minutes of the admin panel' },
    resets: 'no users',
  },
}

export function isOfUsers(collection: Collection): collection is UserData {
  return collection !== 'no users'
}

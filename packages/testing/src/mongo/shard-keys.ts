interface Sharded {
  /** The key that `sh.shardCollection` takes. */
  key: Record<string, 1 | 'hashed'>
  /** Commands that ask every shard: read, update or delete, with a field of their filter, and why this is fine. */
  everyShard: Record<string, string>
}

const SWEEP = 'a sweep of every process, less often while it finds nothing'
const RESET = 'a reset'
const ERASURE = 'the deletion of an account'

/**
 * The shard keys of the collections that outgrow one replica set. Unique indexes begin with the key, and a change of one
 * document names one value of it. The component tests watch every command of the services.
 */
export const SHARD_KEYS: Record<string, Sharded> = {
  messages: {
    key: { conv: 1 },
    everyShard: {
      'read _id': 'a reaction or deletion, whose path names the message alone',
      'read isErasing': SWEEP,
      'delete epoch': RESET,
    },
  },
  media: {
    key: { conv: 1 },
    everyShard: {
      'read _id': 'a photo or recording, whose path names it alone, and the daily search for blobs without one',
      'read unseen.nextAt': SWEEP,
      'read isSent': 'the hourly search for uploads without a message',
      'read epoch': RESET,
    },
  },
  reactions: { key: { conv: 1 }, everyShard: { 'delete epoch': RESET } },
  conversations: {
    key: { _id: 'hashed' },
    everyShard: {
      'read members': 'the list of a user',
      'read blockedBy': 'the blocks of a user',
      'read _id': 'reconciliation and the count of an hour, page by page',
      'read pending.0': SWEEP,
      'read unseenAt': SWEEP,
      'read outbox.0': SWEEP,
      'read hold.isHeld': 'the list of moderators',
      'delete epoch': RESET,
    },
  },
  pairs: {
    key: { _id: 'hashed' },
    everyShard: {
      'read members': 'the matches of a user, and the export',
      'read members.0': 'the decisions of a user, before a feed page',
      'read members.1': 'the decisions of a user, before a feed page',
      'read liked': 'the likes that a user has received, up to 1,000',
      'read _id': 'reconciliation and the count of an hour, page by page',
      'read epoch': 'the totals of the admin panel',
      'read outbox.0': SWEEP,
      'delete epoch': RESET,
    },
  },
  notifications: {
    key: { userId: 1 },
    everyShard: {
      'read outbox.0': SWEEP,
      'update _id': 'the relay takes published events out of the outbox of a document, which it names by its id',
      'delete aboutId': ERASURE,
      'delete isCleared': 'the daily end of cleared notifications',
      'delete epoch': RESET,
    },
  },
  sessions: {
    key: { userId: 1 },
    everyShard: {
      'read userId': 'a sign-out of a session that has ended: is it another user’s?',
      'delete epoch': RESET,
    },
  },
  blobs: {
    key: { _id: 'hashed' },
    everyShard: { 'read _id': 'the daily search for blobs without a document, page by page' },
  },
  selfies: {
    key: { userId: 1 },
    everyShard: {
      'read createdAt': 'the daily search for photos without a profile',
      'read _id': 'the daily search for blobs without a photo, and the move of photos of version 0.2',
      'read epoch': RESET,
    },
  },
}

/** The field by which a sharded collection is spread. */
export function shardFieldOf({ key }: Sharded): string {
  return String(Object.keys(key)[0])
}

import { z } from 'zod/mini'
import { DashboardWindow, Talks } from '../../community/dashboard.ts'
import { isoTime, mediaKind, mediaSetting } from '../../fields.ts'
import { EVIDENCE_MESSAGES_MAX, HELD_MESSAGES_MAX, REPORT_MESSAGES_MAX } from '../../limits.ts'
import { Message } from '../../messages.ts'
import { EvidenceMessage } from '../../moderation/evidence.ts'
import { HeldAction, HoldReason } from '../../moderation/held-messages.ts'
import { rpc } from './contract.ts'
import { exportRequest, pageOf, pageRequest } from './pages.ts'

const userId = z.int()

/** Counts a user's unread messages, for notifications by Web Push. */
export const getUnreadMessages = rpc(
  'rpc.chat.unread',
  ['social'],
  z.object({
    userId,
    /** The other member of one conversation. */
    partnerId: z.exactOptional(userId),
  }),
  z.object({
    /** The count in all conversations. */
    total: z.int(),
    /** The count in that conversation. Null if it is not open, for example after a block. */
    ofPartner: z.nullable(
      z.object({
        unread: z.int(),
        /** Up to which devices have the messages. */
        deliveredSeq: z.int(),
        /** The kind of the newest message; absent: a text. */
        media: z.exactOptional(mediaKind),
      }),
    ),
  }),
)

/**
 * The messages around the marked ones in a conversation of two users, also after an unmatch or block. At most
 * EVIDENCE_MESSAGES_MAX, or fewer to fit EVIDENCE_TEXT_MAX_BYTES. 400 if a marked message belongs to another
 * conversation.
 */
export const getMessageEvidence = rpc(
  'rpc.chat.evidence',
  ['admin'],
  z.object({
    userIds: z.tuple([userId, userId]),
    marked: z.array(z.int()).check(z.maxLength(REPORT_MESSAGES_MAX)),
  }),
  z.object({ messages: z.array(EvidenceMessage).check(z.maxLength(EVIDENCE_MESSAGES_MAX)) }),
)
/** Bytes of a medium that one response carries: base64 of it stays below the largest message of NATS. */
export const MEDIA_PART_BYTES = 512 * 1024
/** A part of a photo (its full size) or recording of two users from `offset` on, in base64. Null if it is gone. */
export const getMediaPart = rpc(
  'rpc.chat.media',
  ['admin', 'auth'],
  z.object({ userIds: z.tuple([userId, userId]), mediaId: z.int(), offset: z.int() }),
  z.nullable(z.object({ part: z.string(), totalBytes: z.int(), mimeType: z.string() })),
)
const StoredHeldMessage = z.object({
  id: z.int(),
  seq: z.int(),
  senderId: userId,
  receiverId: userId,
  reason: HoldReason,
  content: z.string(),
  createdAt: isoTime,
})
export type StoredHeldMessage = z.infer<typeof StoredHeldMessage>
/** The oldest held messages of all users, or of one sender. The listed conversations are complete. */
export const getHeldMessages = rpc(
  'rpc.chat.held',
  ['admin'],
  z.object({ senderId: z.exactOptional(userId) }),
  z.object({ messages: z.array(StoredHeldMessage) }),
)
/** The time since which the sender's oldest message is held, in ms since 1970. */
const heldAt = z.int()
/**
 * The senders of held messages after the given one, ordered by their oldest message, with the number of their messages.
 */
export const getHeldSenders = rpc(
  'rpc.chat.held-senders',
  ['admin'],
  z.object({ after: z.nullable(z.object({ heldAt, senderId: userId })), limit: z.int() }),
  z.object({ senders: z.array(z.object({ senderId: userId, heldAt, count: z.int() })) }),
)
/**
 * Releases or rejects held messages of a sender, by conversation. `messageIds` must have all messages held in it.
 * Returns the decided ids. Idempotent, but a repeated call returns none.
 */
export const decideHeldMessages = rpc(
  'rpc.chat.decide-held',
  ['admin'],
  z.object({
    senderId: userId,
    messageIds: z.array(z.int()).check(z.maxLength(HELD_MESSAGES_MAX)),
    action: HeldAction,
  }),
  z.object({ messageIds: z.array(z.int()) }),
)
/** Blocks a user for a reporter, like `blockUser`. Idempotent. */
export const blockForReporter = rpc(
  'rpc.chat.block',
  ['admin'],
  z.object({ blockerId: userId, blockedId: userId }),
  z.object({}),
)

/**
 * Tells whether one of two users has blocked the other. Social asks before a match, since the event of the block may be
 * late.
 */
export const getBlockBetween = rpc(
  'rpc.chat.block-between',
  ['social'],
  z.object({ userIds: z.tuple([userId, userId]) }),
  z.object({ isBlocked: z.boolean() }),
)

/** Ordered by conversation. A conversation has one or two blocks. `rev` is the rev of the block's event. */
export const getBlockPage = rpc(
  'rpc.chat.blocks',
  ['auth', 'social'],
  pageRequest,
  pageOf(z.object({ blockerId: userId, blockedId: userId, rev: z.int(), epoch: z.int() })),
)

/** A message may have 8 kB; a NATS message may have 1 MB. */
export const EXPORTED_MESSAGES_PER_PAGE = 100
const ExportedMessage = z.object({ partnerId: userId, message: Message })
export type ExportedMessage = z.infer<typeof ExportedMessage>
/** The messages of the user's conversations; in ended ones only the user's own. A page may be empty before the end. */
export const getExportedMessages = rpc('rpc.chat.export-messages', ['auth'], exportRequest, pageOf(ExportedMessage))

/** The users whom the user has blocked. */
export const getExportedBlocks = rpc('rpc.chat.export-blocks', ['auth'], exportRequest, pageOf(z.object({ userId })))

/** The user's own wishes, by the other member; conversations without a choice are not listed. */
export const getExportedChatSettings = rpc(
  'rpc.chat.export-settings',
  ['auth'],
  exportRequest,
  pageOf(z.object({ userId, photos: mediaSetting, voice: mediaSetting })),
)

/** Chat's part of the dashboard; null before the first count. */
export const getTalks = rpc('rpc.chat.dashboard', ['admin'], DashboardWindow, z.nullable(Talks))

import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { PUSH_TTL_MS } from '../limits.ts'
import type { ProcessName } from '../processes.ts'
import { PUSH_TYPES, pushDeviceId } from '../web-push.ts'

/** A JetStream stream that deletes work once it is done. */
export interface WorkStream {
  name: string
  subjects: readonly string[]
  /** Older work is deleted. */
  keepMs: number
  /** Beyond this number the stream deletes the oldest work, so that it does not fill the disk. */
  maxMessages: number
  maxBytes: number
}

/** Work that one process of one service does. The stream keeps it until then. */
export interface WorkContract<Payload extends z.ZodMiniObject = z.ZodMiniObject> {
  stream: WorkStream
  /** `work.<stream>.<name>`; the durable consumer has the last token as its name. */
  subject: string
  payload: Payload
  publishers: readonly ProcessName[]
  consumer: ProcessName
}

/** The fields that all work carries besides its payload. */
export const WorkEnvelope = z.object({
  /** Unique; also the Nats-Msg-Id. */
  id: z.string(),
  /** Reset generation. Services drop work of an older generation. */
  epoch: z.int(),
  at: isoTime,
})
export type WorkEnvelope = z.infer<typeof WorkEnvelope>
export type WorkOf<W> = W extends WorkContract<infer P> ? z.output<P> & WorkEnvelope : never

const webPush: WorkStream = {
  name: 'WEB_PUSH',
  subjects: ['work.web-push.*'],
  keepMs: PUSH_TTL_MS + 60 * 60 * 1_000, // longer, since social must see expired work to count it
  maxMessages: 200_000,
  maxBytes: 128 * 1024 * 1024, // nats-server reserves this much when it creates the stream
}

const userId = z.int()

/** No device of `userId` has confirmed the messages of `partnerId` up to `seq` within UNSEEN_AFTER_MS. */
export const messagesUnseen = {
  stream: webPush,
  subject: 'work.web-push.unseen',
  payload: z.object({ userId, partnerId: userId, seq: z.int() }),
  publishers: ['chat'],
  consumer: 'social',
} satisfies WorkContract

/** A notification for one device. When sending, social decides on its text, and whether to send it. */
export const deviceNotified = {
  stream: webPush,
  subject: 'work.web-push.device',
  payload: z.object({
    userId,
    /** A subscription. */
    deviceId: pushDeviceId,
    type: z.enum(PUSH_TYPES),
    /** The other user. */
    aboutId: userId,
    /** Identifies the subject. All attempts share it, so that the push host replaces one notification with the next. */
    cause: z.string(),
    /** Seq of the newest message, if it is about messages. */
    seq: z.exactOptional(z.int()),
    /** Id of the entry, if it is about a like or match. */
    notificationId: z.exactOptional(z.int()),
  }),
  publishers: ['social'],
  consumer: 'social',
} satisfies WorkContract

/** The name of the durable consumer of this work. */
export function consumerOf({ subject }: WorkContract): string {
  return subject.slice(subject.lastIndexOf('.') + 1)
}

import { z } from 'zod/mini'
import type { ProcessName } from './processes.ts'

/** Core NATS, heard by every process that listens, loss allowed. */
export interface Broadcast<Payload extends z.ZodMiniType = z.ZodMiniType> {
  subject: string
  payload: Payload
  publishers: readonly ProcessName[]
  subscribers: readonly ProcessName[]
}
export type BroadcastOf<C> = C extends Broadcast<infer P> ? z.output<P> : never

/** Sessions that have ended: purge verdicts, close sockets. `null` means all of them (reset). */
export const sessionsRevoked = {
  subject: 'ctl.session.revoked',
  payload: z.object({ sids: z.nullable(z.array(z.string())) }),
  publishers: ['auth'],
  subscribers: ['gateway', 'chat', 'admin'],
} satisfies Broadcast

/** A reset has reached this service: its other processes follow. */
export const epochRaised = {
  subject: 'ctl.epoch.raised',
  payload: z.object({ service: z.string(), epoch: z.int() }),
  publishers: ['auth', 'social', 'chat'],
  subscribers: ['auth', 'social', 'chat'],
} satisfies Broadcast

/** Frames go from one process of chat to another. */
export const PUSH_SUBJECTS = 'push.*'

/** Where the frames for the sockets of one user go. */
export function pushSubject(userId: number): string {
  return `push.${userId}`
}

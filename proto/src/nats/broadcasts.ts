import { z } from 'zod/mini'
import type { ProcessName } from './processes.ts'

/** Core NATS, heard by every process that listens, loss allowed. */
export interface Control<Payload extends z.ZodMiniType = z.ZodMiniType> {
  subject: string
  payload: Payload
  saidBy: readonly ProcessName[]
  heardBy: readonly ProcessName[]
}
export type ControlOf<C> = C extends Control<infer P> ? z.output<P> : never

/** Sessions that have ended: purge verdicts, close sockets. `null` means all of them (reset). */
export const sessionsRevoked = {
  subject: 'ctl.session.revoked',
  payload: z.object({ sids: z.nullable(z.array(z.string())) }),
  saidBy: ['auth'],
  heardBy: ['gateway', 'chat', 'admin'],
} satisfies Control

/** A reset has reached this service: its other processes follow. */
export const epochRaised = {
  subject: 'ctl.epoch.raised',
  payload: z.object({ service: z.string(), epoch: z.int() }),
  saidBy: ['auth', 'social', 'chat'],
  heardBy: ['auth', 'social', 'chat'],
} satisfies Control

/** Frames go from one process of chat to another. */
export const PUSH_SUBJECTS = 'push.*'

/** Where the frames for the sockets of one user go. */
export function pushSubject(userId: number): string {
  return `push.${userId}`
}

import { z } from 'zod/mini'

/** Core NATS, heard by every process that listens, loss allowed. */
export interface Control<Payload extends z.ZodMiniType = z.ZodMiniType> {
  subject: string
  payload: Payload
}
export type ControlOf<C> = C extends Control<infer P> ? z.output<P> : never

/** Sessions that have ended: purge verdicts, close sockets. `null` means all of them (reset). */
export const sessionsRevoked = {
  subject: 'ctl.session.revoked',
  payload: z.object({ sids: z.nullable(z.array(z.string())) }),
} satisfies Control

/** A reset has reached this service: its other processes follow. */
export const epochRaised = {
  subject: 'ctl.epoch.raised',
  payload: z.object({ service: z.string(), epoch: z.int() }),
} satisfies Control

/** Where the frames for the sockets of one user go. */
export function pushSubject(userId: number): string {
  return `push.${userId}`
}

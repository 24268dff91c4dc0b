import { z } from 'zod/mini'
import { isoTime } from '../../fields.ts'
import { rpc } from './contract.ts'

/** The services that consume events. They keep unhandled ones as dead letters. */
export const EVENT_CONSUMERS = ['auth', 'social', 'chat'] as const
export type EventConsumer = (typeof EVENT_CONSUMERS)[number]

/** The oldest dead letters of a service, and their number. */
export function listDeadLettersOf(service: EventConsumer) {
  const deadLetter = z.object({ subject: z.string(), reason: z.string(), at: isoTime })
  return rpc(
    `rpc.${service}.dead-letters`,
    ['admin'],
    z.object({}),
    z.object({ deadLetters: z.array(deadLetter), total: z.int() }),
  )
}

/** Handles the oldest dead letters of a service again; the result counts successes and failures. */
export function replayDeadLettersOf(service: EventConsumer) {
  return rpc(`rpc.${service}.replay`, ['admin'], z.object({}), z.object({ replayed: z.int(), failed: z.int() }))
}

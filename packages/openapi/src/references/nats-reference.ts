import * as broadcasts from '@zing/proto/nats/broadcasts'
import * as events from '@zing/proto/nats/events'
import { RPCS } from '@zing/proto/nats/rpc/rpcs'
import * as work from '@zing/proto/nats/work'
import { ReplicatedProfile, UserSummary } from '@zing/proto/profiles/users'
import { z } from 'zod/mini'
import { createJsonSchemas, type JsonSchema } from '../json-schemas.ts'

/** The messages between the services, each by its subject. */
export interface NatsReference {
  title: string
  events: Record<string, { owner: string; payload: JsonSchema }>
  rpc: Record<string, { callers: readonly string[]; input: JsonSchema; result: JsonSchema }>
  broadcasts: Record<string, { publishers: readonly string[]; subscribers: readonly string[]; payload: JsonSchema }>
  work: Record<string, { publishers: readonly string[]; consumer: string; payload: JsonSchema }>
  $defs: Record<string, JsonSchema>
}

const SHAPES = { UserSummary, ReplicatedProfile }

/** Every event, RPC, broadcast and work of proto as JSON Schema. A schema says what the receiver accepts. */
export function createNatsReference(): NatsReference {
  const schemas = createJsonSchemas(SHAPES, '#/$defs/', new Map())
  const of = (schema: z.ZodMiniType) => schemas.of(schema, 'input', '')
  return {
    title: 'Messages between the services',
    events: bySubject(valuesWith<events.EventContract>(events, 'owner'), ({ owner, payload }) => ({
      owner,
      payload: of(z.extend(payload, events.EventEnvelope.shape)),
    })),
    rpc: bySubject(RPCS, ({ callers, input, result }) => ({ callers, input: of(input), result: of(result) })),
    broadcasts: bySubject(
      valuesWith<broadcasts.Broadcast>(broadcasts, 'publishers'),
      ({ publishers, subscribers, payload }) => ({ publishers, subscribers, payload: of(payload) }),
    ),
    work: bySubject(valuesWith<work.WorkContract>(work, 'consumer'), ({ publishers, consumer, payload }) => ({
      publishers,
      consumer,
      payload: of(z.extend(payload, work.WorkEnvelope.shape)),
    })),
    $defs: schemas.named,
  }
}

function bySubject<C extends { subject: string }, T>(contracts: C[], describe: (contract: C) => T): Record<string, T> {
  const sorted = contracts.toSorted((a, b) => a.subject.localeCompare(b.subject, 'en'))
  return Object.fromEntries(sorted.map((contract) => [contract.subject, describe(contract)]))
}

/** The exports of a module that have a field which only this kind of contract has. */
function valuesWith<C>(module: Record<string, unknown>, field: keyof C & string): C[] {
  return Object.values(module).filter(
    (value): value is C => typeof value === 'object' && value !== null && field in value,
  )
}

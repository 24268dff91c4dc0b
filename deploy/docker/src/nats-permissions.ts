import * as broadcasts from '@zing/proto/nats/broadcasts'
import * as events from '@zing/proto/nats/events'
import { EVENT_CONSUMERS } from '@zing/proto/nats/rpc/dead-letters'
import { RPCS } from '@zing/proto/nats/rpc/rpcs'
import { SETTINGS_STREAM, SETTINGS_SUBJECT } from '@zing/proto/nats/settings'
import * as work from '@zing/proto/nats/work'
import { inboxPrefix, type ProcessName } from '@zing/proto/processes'

export interface Permissions {
  publish: string[]
  subscribe: string[]
}

const EVENTS = values(contractsOf<events.EventContract>(events, 'owner'))
const BROADCASTS = values(contractsOf<broadcasts.Broadcast>(broadcasts, 'subscribers'))

const WORK = values(contractsOf<work.WorkContract>(work, 'consumer')).toSorted((a, b) =>
  a.subject < b.subject ? -1 : 1,
)

const OWNERS: ReadonlySet<ProcessName> = new Set(EVENTS.map(({ owner }) => owner))
/** Admin publishes events and consumes none; the gateway does neither. */
const CONSUMERS: ReadonlySet<ProcessName> = new Set(EVENT_CONSUMERS)

/**
 * The subjects that NATS lets a process use (SEC-77), derived from the contracts. RPC responses need no entry: the server
 * allows one response to each received request.
 */
export function permissionsOf(process: ProcessName): Permissions {
  const pushes = process === 'chat' ? [broadcasts.PUSH_SUBJECTS] : []
  const publish = [
    ...EVENTS.filter(({ owner }) => owner === process),
    ...RPCS.filter(({ callers }) => callers.includes(process)),
    ...BROADCASTS.filter(({ publishers }) => publishers.includes(process)),
    ...WORK.filter(({ publishers }) => publishers.includes(process)),
  ]
  const subscribe = [
    ...RPCS.filter(({ subject }) => subject.startsWith(`rpc.${process}.`)),
    ...BROADCASTS.filter(({ subscribers }) => subscribers.includes(process)),
  ]
  const stream = [
    '$JS.API.INFO',
    ...(OWNERS.has(process) ? streamSubjects(events.EVENTS_STREAM) : []),
    ...(CONSUMERS.has(process) ? consumerSubjects(events.EVENTS_STREAM, process) : []),
    ...workSubjects(process),
    ...(process === 'admin' ? [SETTINGS_SUBJECT, ...streamSubjects(SETTINGS_STREAM)] : []),
    `$JS.API.STREAM.MSG.GET.${SETTINGS_STREAM}`,
  ]
  return {
    publish: [...publish.map(subjectOf).sort(), ...pushes, ...stream],
    subscribe: [...subscribe.map(subjectOf).sort(), ...pushes, SETTINGS_SUBJECT, `${inboxPrefix(process)}.>`],
  }
}

/** JetStream: create a stream, update the configuration that it has, count its replicas. */
function streamSubjects(stream: string): string[] {
  return ['CREATE', 'INFO', 'UPDATE'].map((action) => `$JS.API.STREAM.${action}.${stream}`)
}

/** JetStream: create this process's durable consumer, read from it and acknowledge; no other consumer. */
function consumerSubjects(stream: string, durable: string): string[] {
  return [
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
  ]
}

/** JetStream: create the streams of work that this process publishes or handles, and consume what it handles. */
function workSubjects(process: ProcessName): string[] {
  const own = WORK.filter(({ publishers, consumer }) => consumer === process || publishers.includes(process))
  const streams = new Set(own.map(({ stream }) => stream.name))
  const consumed = own.filter(({ consumer }) => consumer === process)
  return [
    ...[...streams].flatMap(streamSubjects),
    ...consumed.flatMap((one) => consumerSubjects(one.stream.name, work.consumerOf(one))),
  ]
}

function subjectOf({ subject }: { subject: string }): string {
  return subject
}

/** The contracts that a module of proto exports, by name. Only this kind of contract has the field `mark`. */
export function contractsOf<C>(module: Record<string, unknown>, mark: keyof C & string): [string, C][] {
  const isOne = (value: unknown): value is C => typeof value === 'object' && value !== null && mark in value
  return Object.entries(module).flatMap(([name, value]) => (isOne(value) ? [[name, value] as [string, C]] : []))
}

function values<C>(named: [string, C][]): C[] {
  return named.map(([, contract]) => contract)
}

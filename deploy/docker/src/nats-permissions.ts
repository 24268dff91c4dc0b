import * as controls from '@zing/proto/nats/broadcasts'
import * as facts from '@zing/proto/nats/events'
import { inboxPrefix, type ProcessName } from '@zing/proto/nats/processes'
import * as questions from '@zing/proto/nats/rpc'

export interface Permissions {
  publish: string[]
  subscribe: string[]
}

const FACTS = values(contractsOf<facts.Fact>(facts, 'owner'))
const CONTROLS = values(contractsOf<controls.Control>(controls, 'heardBy'))
const QUESTIONS = [
  ...values(contractsOf<questions.Question>(questions, 'askedBy')),
  ...questions.RESETTABLE.map(questions.resetOf),
]

/** Those who announce facts also consume them; gateway and admin only ask and listen. */
const CONSUMERS = new Set(FACTS.map(({ owner }) => owner))

/**
 * What the broker lets a process do (SEC-77), derived from the contracts. Answers to questions need no entry: the server
 * allows one answer to whatever a process has received.
 */
export function permissionsOf(process: ProcessName): Permissions {
  const pushes = process === 'chat' ? [controls.PUSH_SUBJECTS] : []
  const publish = [
    ...FACTS.filter(({ owner }) => owner === process),
    ...QUESTIONS.filter(({ askedBy }) => askedBy.includes(process)),
    ...CONTROLS.filter(({ saidBy }) => saidBy.includes(process)),
  ]
  const subscribe = [
    ...QUESTIONS.filter(({ subject }) => subject.startsWith(`rpc.${process}.`)),
    ...CONTROLS.filter(({ heardBy }) => heardBy.includes(process)),
  ]
  const stream = CONSUMERS.has(process) ? streamSubjects(process) : []
  return {
    publish: [...publish.map(subjectOf).sort(), ...pushes, ...stream],
    subscribe: [...subscribe.map(subjectOf).sort(), ...pushes, `${inboxPrefix(process)}.>`],
  }
}

/** JetStream: create the stream and the own durable consumer, read from that, and acknowledge; nobody else's. */
function streamSubjects(process: ProcessName): string[] {
  const stream = facts.FACTS_STREAM
  return [
    '$JS.API.INFO',
    `$JS.API.STREAM.CREATE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${process}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.${process}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${process}`,
    `$JS.ACK.${stream}.${process}.>`,
  ]
}

function subjectOf({ subject }: { subject: string }): string {
  return subject
}

/** What a module of proto exports under its names, told by a field that only this kind of contract has. */
export function contractsOf<C>(module: Record<string, unknown>, mark: keyof C & string): [string, C][] {
  const isOne = (value: unknown): value is C => typeof value === 'object' && value !== null && mark in value
  return Object.entries(module).flatMap(([name, value]) => (isOne(value) ? [[name, value] as [string, C]] : []))
}

function values<C>(named: [string, C][]): C[] {
  return named.map(([, contract]) => contract)
}

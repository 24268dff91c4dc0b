import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as broadcasts from '@zing/proto/nats/broadcasts'
import * as events from '@zing/proto/nats/events'
import { EVENT_CONSUMERS, listDeadLettersOf, replayDeadLettersOf } from '@zing/proto/nats/rpc/dead-letters'
import { RESETTABLE, resetOf } from '@zing/proto/nats/rpc/reset'
import { NAMED_RPCS } from '@zing/proto/nats/rpc/rpcs'
import * as work from '@zing/proto/nats/work'
import { folderOf, PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { expect, test } from 'vitest'
import { contractsOf } from './nats-permissions.ts'
import { ROOT } from './paths.ts'

const sources = Object.fromEntries(
  PROCESS_NAMES.map((process) => [process, sourceOf(path.join(folderOf(process), 'src'))]),
)

function sourceOf(folder: string): string {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'))
    .join('\n')
}

/** Returns the processes whose code passes the contract to one of these functions. */
function processesThatCall(functions: string, contract: string): ProcessName[] {
  const call = new RegExp(String.raw`\b(?:${functions})\((?:[\w.]*nats, )?(?:contract\.)?${contract}\b`)
  return PROCESS_NAMES.filter((process) => call.test(sources[process] ?? ''))
}

// A missing permission would otherwise show up in production only.

test.each(NAMED_RPCS)(
  '%s is called and served by the processes that the contract names',
  (name, { subject, callers }) => {
    expect(processesThatCall('request|requestPages|reconcileReplica|forEachPage', name)).toEqual(inOrder(callers))
    expect(processesThatCall('rpcHandler', name)).toEqual([subject.split('.')[1]])
  },
)

test('a reset is requested by admin and served by every resettable service', () => {
  expect(processesThatCall('request', 'resetOf')).toEqual(inOrder(resetOf('auth').callers))
  expect(processesThatCall('rpcHandler', 'resetOf')).toEqual(inOrder(RESETTABLE))
})

test('admin lists and replays dead letters, and every service that consumes events serves them', () => {
  expect(processesThatCall('request', 'listDeadLettersOf')).toEqual(inOrder(listDeadLettersOf('auth').callers))
  expect(processesThatCall('request', 'replayDeadLettersOf')).toEqual(inOrder(replayDeadLettersOf('auth').callers))
  const consumers = PROCESS_NAMES.filter((process) => sources[process]?.includes('consumeEvents('))
  expect(inOrder(EVENT_CONSUMERS)).toEqual(consumers)
  expect(PROCESS_NAMES.filter((process) => sources[process]?.includes('deadLetterHandlers('))).toEqual(consumers)
})

test.each(contractsOf<events.EventContract>(events, 'owner'))(
  '%s is published by its owner alone',
  (name, { owner }) => {
    expect(processesThatCall('event', name)).toEqual([owner])
  },
)

test.each(contractsOf<broadcasts.Broadcast>(broadcasts, 'subscribers').filter(([name]) => name !== 'epochRaised'))(
  '%s is published and subscribed to by the processes that the contract names',
  (name, { publishers, subscribers }) => {
    expect(processesThatCall('broadcast|broadcastToTabs', name)).toEqual(inOrder(publishers))
    expect(processesThatCall('subscribe', name)).toEqual(inOrder(subscribers))
  },
)

test.each(contractsOf<work.WorkContract>(work, 'consumer'))(
  '%s is published and done by the processes that the contract names',
  (name, { publishers, consumer }) => {
    expect(processesThatCall('publishWork', name)).toEqual(inOrder(publishers))
    expect(processesThatCall('workHandler', name)).toEqual([consumer])
  },
)

test('the epoch is broadcast and followed by every service that has one', () => {
  const { publishers, subscribers } = broadcasts.epochRaised // kit publishes it and subscribes for the services that follow the epoch
  const followers = PROCESS_NAMES.filter((process) => sources[process]?.includes('followEpoch('))
  expect([inOrder(publishers), inOrder(subscribers)]).toEqual([followers, followers])
})

function inOrder(processes: readonly ProcessName[]): ProcessName[] {
  return PROCESS_NAMES.filter((process) => processes.includes(process))
}

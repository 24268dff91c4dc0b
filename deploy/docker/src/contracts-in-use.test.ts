import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as controls from '@zing/proto/nats/broadcasts'
import * as facts from '@zing/proto/nats/events'
import type { ProcessName } from '@zing/proto/nats/processes'
import * as questions from '@zing/proto/nats/rpc'
import { expect, test } from 'vitest'
import { contractsOf } from './nats-permissions.ts'
import { ROOT } from './paths.ts'

const FOLDERS: Record<ProcessName, string> = {
  gateway: 'gateway/src',
  auth: 'services/auth/src',
  social: 'services/social/src',
  chat: 'services/chat/src',
  admin: 'services/admin/src',
}
const PROCESSES = Object.keys(FOLDERS) as ProcessName[] // its own keys, as declared above

const sources = Object.fromEntries(PROCESSES.map((process) => [process, sourceOf(FOLDERS[process])]))

function sourceOf(folder: string): string {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'))
    .join('\n')
}

/** Who names the contract as an argument of one of these functions. */
function users(functions: string, contract: string): ProcessName[] {
  const call = new RegExp(String.raw`\b(?:${functions})\((?:[\w.]*nats, )?(?:contract\.)?${contract}\b`)
  return PROCESSES.filter((process) => call.test(sources[process] ?? ''))
}

// A permission that nobody needs is too many, and one that is missing shows up only when it is needed: both are told here.

test.each(contractsOf<questions.Question>(questions, 'askedBy'))(
  '%s is asked and answered by whom the contract names',
  (name, { subject, askedBy }) => {
    expect(users('ask', name)).toEqual(inOrder(askedBy))
    expect(users('reply', name)).toEqual([subject.split('.')[1]])
  },
)

test('a reset is asked for by admin, and every service that must answers', () => {
  expect(users('ask', 'resetOf')).toEqual(inOrder(questions.resetOf('auth').askedBy))
  expect(users('reply', 'resetOf')).toEqual(inOrder(questions.RESETTABLE))
})

test.each(contractsOf<facts.Fact>(facts, 'owner'))('%s is announced by its owner alone', (name, { owner }) => {
  expect(users('fact', name)).toEqual([owner])
})

test.each(contractsOf<controls.Control>(controls, 'heardBy').filter(([name]) => name !== 'epochRaised'))(
  '%s is said and heard by whom the contract names',
  (name, { saidBy, heardBy }) => {
    expect(users('broadcast', name)).toEqual(inOrder(saidBy))
    expect(users('listenTo', name)).toEqual(inOrder(heardBy))
  },
)

test('the epoch is told and followed by every service that has one', () => {
  const { saidBy, heardBy } = controls.epochRaised // kit says and hears it for whoever follows the epoch
  const followers = PROCESSES.filter((process) => sources[process]?.includes('followEpoch('))
  expect([inOrder(saidBy), inOrder(heardBy)]).toEqual([followers, followers])
})

function inOrder(processes: readonly ProcessName[]): ProcessName[] {
  return PROCESSES.filter((process) => processes.includes(process))
}

import { hello } from '@zing/embedded-mongo/commands/hello'
import { dispatch } from '@zing/embedded-mongo/dispatch'
import type { Session } from '@zing/embedded-mongo/session'
import mongoose, { type mongo } from 'mongoose'
import type { Elections } from './elections.ts'

type Document = mongo.BSON.Document

export interface MemberParts extends Pick<Session, 'store' | 'cursors'> {
  index: number
  /** New after each start of the member. */
  processId: mongo.ObjectId
  elections: Elections
  /** The replies to the latest write of each session, which members keep in the set for repetitions. */
  answered: Map<string, { txnNumber: string; reply: Promise<Document> }>
}

const HELLO = new Set(['hello', 'isMaster', 'ismaster'])
const ANYWHERE = new Set(['ping', 'buildInfo', 'buildinfo', 'endSessions', 'killCursors'])
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'createIndexes', 'create', 'dropDatabase'])

/** Responds as a member of a replica set. The engine executes what the primary is asked. */
export async function respond(member: MemberParts, command: Document): Promise<Document> {
  const { elections, index, store, cursors } = member
  const [name = ''] = Object.keys(command)
  if (HELLO.has(name)) return helloOf(member)
  const { txnNumber, ...plain } = command
  const execute = () => dispatch({ store, cursors, db: command.$db }, plain)
  if (ANYWHERE.has(name)) return execute()
  if (elections.primary !== index) return refusal(member, command, WRITES.has(name) ? NOT_WRITABLE : NOT_READABLE)

  const { term } = elections
  const reply = await (txnNumber === undefined ? execute() : once(member, command, execute))
  if (elections.onWrite?.command === name) callOnWrite(elections)
  const isStillPrimary = elections.primary === index && elections.term === term
  return isStillPrimary ? reply : refusal(member, command, INTERRUPTED) // executed: only a repetition can tell
}

/** Executes a write that the driver may repeat. A repetition, by any member, gets the reply of the first attempt. */
async function once({ answered }: MemberParts, { lsid, txnNumber }: Document, execute: () => Promise<Document>) {
  const [session, number] = [lsid.id.toString('hex'), String(txnNumber)]
  const known = answered.get(session)
  if (known?.txnNumber === number) return known.reply
  const reply = execute()
  answered.set(session, { txnNumber: number, reply })
  if ((await reply).ok !== 1) answered.delete(session)
  return reply
}

function callOnWrite(elections: Elections): void {
  const { onWrite } = elections
  elections.onWrite = null
  onWrite?.fault()
}

const NOT_WRITABLE = { code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' }
const NOT_READABLE = { code: 13_435, codeName: 'NotPrimaryNoSecondaryOk', errmsg: 'not primary and secondaryOk=false' }
const INTERRUPTED = { code: 11_602, codeName: 'InterruptedDueToReplStateChange', errmsg: 'operation was interrupted' }

function refusal(member: MemberParts, { txnNumber }: Document, error: typeof NOT_WRITABLE): Document {
  const errorLabels = txnNumber === undefined ? [] : ['RetryableWriteError']
  return { ok: 0, ...error, errorLabels, topologyVersion: topologyVersionOf(member) }
}

function helloOf(member: MemberParts): Document {
  const { setName, hosts, primary, term } = member.elections
  const isPrimary = primary === member.index
  return {
    ...hello(),
    setName,
    setVersion: 1,
    hosts,
    me: hosts[member.index],
    ...(primary !== null && { primary: hosts[primary] }),
    ...(isPrimary && { electionId: new mongoose.mongo.ObjectId(`7fffffff${String(term).padStart(16, '0')}`) }),
    ismaster: isPrimary,
    isWritablePrimary: isPrimary,
    secondary: !isPrimary,
    topologyVersion: topologyVersionOf(member),
  }
}

function topologyVersionOf({ processId, elections }: MemberParts): Document {
  return { processId, counter: mongoose.mongo.Long.fromNumber(elections.version) }
}

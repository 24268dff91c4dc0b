import type { Document } from 'bson'
import { authorize } from './authorization.ts'
import { aggregate } from './commands/aggregate.ts'
import { create, drop, dropDatabase, listCollections, listDatabases } from './commands/collections.ts'
import { count, distinct } from './commands/count.ts'
import { deleteMatching } from './commands/delete.ts'
import { explain } from './commands/explain.ts'
import { find, getMore, killCursors } from './commands/find.ts'
import { findAndModify } from './commands/find-and-modify.ts'
import { buildInfo, done, hello } from './commands/hello.ts'
import { createIndexes, dropIndexes, listIndexes, publishIndexes } from './commands/indexes.ts'
import { insert } from './commands/insert.ts'
import { update } from './commands/update.ts'
import { createUser, saslContinue, saslStart, updateUser } from './commands/users.ts'
import { validate } from './commands/validate.ts'
import { CommandError, errorFields, notSupported, toCommandError } from './errors.ts'
import type { Command, Run, Session } from './session.ts'
import { transact, transactSteps } from './storage/transactions.ts'

const commands = new Map<string, Command>([
  ...reads({ hello, isMaster: hello, ismaster: hello, buildInfo, buildinfo: buildInfo, ping: done, endSessions: done }),
  ...reads({ find, getMore, killCursors, aggregate, count, distinct, explain, validate }),
  ...reads({ listIndexes, listCollections, listDatabases, saslStart, saslContinue }),
  ...writes({ findAndModify, create, drop, dropDatabase, dropIndexes, createUser, updateUser }),
  ['createIndexes', { kind: 'write', run: createIndexes, afterCommit: publishIndexes }],
  ['insert', { kind: 'statements', steps: insert }],
  ['update', { kind: 'statements', steps: update }],
  ['delete', { kind: 'statements', steps: deleteMatching }],
])

/** Runs a command and returns its reply or its error. A write is on disk before its reply. */
export async function dispatch(session: Session, command: Document): Promise<Document> {
  try {
    return await run(session, command)
  } catch (error) {
    return { ok: 0, ...errorFields(toCommandError(error)) }
  }
}

async function run(session: Session, command: Document): Promise<Document> {
  const [name = ''] = Object.keys(command)
  const known = commands.get(name)
  if (!known) throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`)
  if (session.authorization) authorize(session.authorization, name, session.db)
  if (command.collation) throw notSupported('collation')
  if (command.startTransaction || command.txnNumber !== undefined) {
    const message = 'Transaction numbers are only allowed on a replica set member or mongos'
    throw new CommandError(20, 'IllegalOperation', message)
  }
  if (known.kind === 'read') return readReply(session, known.run(session, command))
  if (known.kind === 'statements') return transactSteps(session.store, known.steps(session, command))
  const reply = await transact(session.store, () => known.run(session, command))
  known.afterCommit?.(session, command)
  return reply
}

/** Waits for the journal: a read may have seen writes that are not on disk yet. */
async function readReply({ store }: Session, reply: Document): Promise<Document> {
  await store.journal.pending()
  return reply
}

function reads(runs: Record<string, Run>): [string, Command][] {
  return Object.entries(runs).map(([name, run]) => [name, { kind: 'read', run }])
}

function writes(runs: Record<string, Run>): [string, Command][] {
  return Object.entries(runs).map(([name, run]) => [name, { kind: 'write', run }])
}

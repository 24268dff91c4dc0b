import { Binary, type Document } from 'bson'
import { CommandError, failedToParse } from './errors.ts'
import { type Conversation, finishConversation, MECHANISM, startConversation, userIn } from './scram.ts'
import type { Store } from './storage/store.ts'
import { findUser, type User } from './users.ts'

/** Who uses a connection of a server with users. */
export interface Authorization {
  user: User | null
  conversation: { user: User; state: Conversation; isProven: boolean } | null
}

/** Commands that need no user, as in MongoDB. */
const OPEN = [
  'hello',
  'isMaster',
  'ismaster',
  'buildInfo',
  'buildinfo',
  'ping',
  'endSessions',
  'saslStart',
  'saslContinue',
]
/** Commands that the role readWrite does not include. */
const ROOT_ONLY = ['createUser', 'updateUser', 'listDatabases', 'dropDatabase', 'validate']
const CONVERSATION_ID = 1

/** Throws Unauthorized unless the user of the connection may run this command. */
export function authorize({ user }: Authorization, name: string, db: string): void {
  if (OPEN.includes(name)) return
  if (!user) throw unauthorized(`Command ${name} requires authentication`)
  const isAllowed = user.roles.some(({ role, db: of }) => role === 'root' || (of === db && !ROOT_ONLY.includes(name)))
  if (!isAllowed) throw unauthorized(`not authorized on ${db} to execute command ${name}`)
}

/** The first of two steps of SCRAM-SHA-256. */
export function startSasl(store: Store, authorization: Authorization, db: string, command: Document): Document {
  if (command.mechanism !== MECHANISM)
    throw new CommandError(334, 'MechanismUnavailable', `only ${MECHANISM} is supported`)
  const payload = textOf(command)
  const user = findUser(store, db, userIn(payload) ?? '')
  if (!user) throw authenticationFailed()
  const { conversation, reply } = startConversation(payload, user.credentials[MECHANISM])
  authorization.user = null
  authorization.conversation = { user, state: conversation, isProven: false }
  return saslReply(reply, false)
}

export function continueSasl(authorization: Authorization, command: Document): Document {
  const { conversation } = authorization
  if (!conversation) throw new CommandError(17, 'ProtocolError', 'No SASL session state found')
  if (conversation.isProven) {
    authorization.conversation = null
    return saslReply('', true) // drivers without skipEmptyExchange
  }
  const proof = finishConversation(conversation.state, textOf(command))
  if (!proof) {
    authorization.conversation = null
    throw authenticationFailed()
  }
  authorization.user = conversation.user
  conversation.isProven = true
  return saslReply(proof, true)
}

function saslReply(payload: string, done: boolean): Document {
  return { conversationId: CONVERSATION_ID, done, payload: new Binary(Buffer.from(payload)), ok: 1 }
}

function textOf({ payload }: Document): string {
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString()
  if (payload instanceof Uint8Array) return Buffer.from(payload).toString()
  throw failedToParse('payload must be binary')
}

function authenticationFailed(): CommandError {
  return new CommandError(18, 'AuthenticationFailed', 'Authentication failed.')
}

function unauthorized(message: string): CommandError {
  return new CommandError(13, 'Unauthorized', message)
}

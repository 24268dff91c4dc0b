import type { Document } from 'bson'
import { continueSasl, startSasl } from '../authorization.ts'
import { notSupported } from '../errors.ts'
import type { Session } from '../session.ts'
import { changeUser, insertUser } from '../users.ts'

export function createUser({ store, db }: Session, { createUser: user, pwd, roles = [] }: Document): Document {
  insertUser(store, db, { user, pwd, roles })
  return { ok: 1 }
}

export function updateUser({ store, db }: Session, { updateUser: user, pwd, roles }: Document): Document {
  changeUser(store, db, { user, pwd, roles })
  return { ok: 1 }
}

export function saslStart({ store, db, authorization }: Session, command: Document): Document {
  if (!authorization) throw notSupported('authentication without users')
  return startSasl(store, authorization, db, command)
}

export function saslContinue({ authorization }: Session, command: Document): Document {
  if (!authorization) throw notSupported('authentication without users')
  return continueSasl(authorization, command)
}

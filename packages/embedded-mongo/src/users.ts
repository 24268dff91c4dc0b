import type { Document } from 'bson'
import { insertDocument, updateDocument } from './documents.ts'
import { CommandError, notSupported } from './errors.ts'
import { type Credentials, MECHANISM, makeCredentials } from './scram.ts'
import { serialize } from './storage/codec.ts'
import { documentKey } from './storage/index-keys.ts'
import { ensureCollection, namespace, type Store, storageKey } from './storage/store.ts'
import { StoredDocument } from './storage/stored-document.ts'

export interface Role {
  role: 'readWrite' | 'root'
  db: string
}

export interface User {
  _id: string
  user: string
  db: string
  credentials: { [MECHANISM]: Credentials }
  roles: Role[]
}

const USERS = { db: 'admin', name: 'system.users' } // as in MongoDB
/** Others are mapped by SASLprep, which is not implemented. */
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/

export function findUser(store: Store, db: string, user: string): User | null {
  const stored = findStored(store, db, user)
  return stored ? (stored.document as User) : null // written by insertUser
}

export function insertUser(store: Store, db: string, { user, pwd, roles }: Document): void {
  if (findUser(store, db, user)) throw new CommandError(51003, 'Location51003', `User "${user}@${db}" already exists`)
  const added: User = { _id: `${db}.${user}`, user, db, credentials: credentialsOf(pwd), roles: rolesOf(roles, db) }
  insertDocument(store, ensureCollection(store, USERS.db, USERS.name), serialize(added))
}

/** Changes the password, the roles, or both. */
export function changeUser(store: Store, db: string, { user, pwd, roles }: Document): void {
  const stored = findStored(store, db, user)
  if (!stored) throw new CommandError(11, 'UserNotFound', `User ${user}@${db} not found`)
  const $set = { ...(pwd && { credentials: credentialsOf(pwd) }), ...(roles && { roles: rolesOf(roles, db) }) }
  updateDocument(store, ensureCollection(store, USERS.db, USERS.name), stored, {
    filter: {},
    arrayFilters: [],
    update: { $set },
  })
}

function findStored(store: Store, db: string, user: string): StoredDocument | null {
  const collection = store.collections.get(namespace(USERS))
  if (!collection) return null
  const docKey = documentKey(`${db}.${user}`)
  const raw = store.root.get(storageKey(collection, docKey))
  return raw ? new StoredDocument(docKey, raw) : null
}

function credentialsOf(pwd: unknown): User['credentials'] {
  if (typeof pwd !== 'string' || !PRINTABLE_ASCII.test(pwd))
    throw notSupported('a password that is not printable ASCII')
  return { [MECHANISM]: makeCredentials(pwd) }
}

function rolesOf(roles: unknown[], db: string): Role[] {
  return roles.map((given) => {
    const { role, db: of } = typeof given === 'string' ? { role: given, db } : (given as Role) // checked below
    if (role !== 'readWrite' && role !== 'root') throw notSupported(`the role ${role}`)
    return { role, db: of }
  })
}

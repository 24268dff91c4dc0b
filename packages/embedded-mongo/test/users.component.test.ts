import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mongoose, { type Connection } from 'mongoose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningMongo, startEmbeddedMongo } from '../src/start-embedded-mongo.ts'

// As the public image of MongoDB does: the first users are created before the server asks for passwords.
const ROOT = { user: 'root', pwd: 'root password', roles: ['root'] }
const CHAT = { user: 'zing_chat', pwd: 'chat password', roles: [{ role: 'readWrite', db: 'zing_chat' }] }
let dataDir = ''
let server: RunningMongo
let connections: Connection[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-users-'))
  server = await startEmbeddedMongo({ port: 0, dataDir })
  const open = await connect('', 'admin')
  await createUser(open, 'admin', ROOT)
  await createUser(open, 'zing_chat', CHAT)
  await restart()
})

afterEach(async () => {
  await closeAll()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function restart(): Promise<void> {
  await closeAll()
  await server.stop()
  server = await startEmbeddedMongo({ port: 0, dataDir, hasUsers: true })
}

async function closeAll(): Promise<void> {
  await Promise.all(connections.map((connection) => connection.close()))
  connections = []
}

async function connect(login: string, database: string): Promise<Connection> {
  const url = `${server.url.replace('//', `//${login}`)}/${database}`
  const connection = await mongoose.createConnection(url, { serverSelectionTimeoutMS: 5_000 }).asPromise()
  connections.push(connection)
  return connection
}

function createUser(connection: Connection, database: string, { user, pwd, roles }: typeof ROOT | typeof CHAT) {
  return connection.useDb(database).db?.command({ createUser: user, pwd, roles })
}

const asChat = () => connect('zing_chat:chat%20password@', 'zing_chat')
const asRoot = () => connect('root:root%20password@', 'admin')

test('a user with the right password reads and writes the database of the role', async () => {
  const chat = await asChat()
  await chat.collection('things').insertOne({ name: 'one' })
  expect(await chat.collection('things').findOne()).toMatchObject({ name: 'one' })
})

test.each(['zing_chat:wrong@', 'zing_auth:chat%20password@'])('%s is not let in', async (login) => {
  await expect(connect(login, 'zing_chat')).rejects.toMatchObject({ code: 18, codeName: 'AuthenticationFailed' })
})

test('a client without a password is told that its commands need one', async () => {
  const anonymous = await connect('', 'zing_chat')
  const find = anonymous.collection('things').findOne()
  await expect(find).rejects.toMatchObject({ code: 13, codeName: 'Unauthorized' })
})

test('a user of one database may not use another, nor create users, nor drop its own', async () => {
  const chat = await asChat()
  const isUnauthorized = { code: 13, codeName: 'Unauthorized' }
  await expect(chat.useDb('zing_auth').collection('users').findOne()).rejects.toMatchObject(isUnauthorized)
  await expect(chat.useDb('zing_auth').collection('users').insertOne({})).rejects.toMatchObject(isUnauthorized)
  await expect(chat.useDb('admin').collection('system.users').findOne()).rejects.toMatchObject(isUnauthorized)
  await expect(createUser(chat, 'zing_chat', ROOT)).rejects.toMatchObject(isUnauthorized)
  await expect(chat.dropDatabase()).rejects.toMatchObject(isUnauthorized)
})

test('a changed password replaces the one before, also after a restart', async () => {
  const root = await asRoot()
  await root.useDb('zing_chat').db?.command({ updateUser: 'zing_chat', pwd: 'next' })
  await restart()
  await expect(asChat()).rejects.toMatchObject({ code: 18 })
  const chat = await connect('zing_chat:next@', 'zing_chat')
  expect(await chat.collection('things').findOne()).toBeNull()
})

test('the password itself is not stored', async () => {
  const root = await asRoot()
  const stored = JSON.stringify(await root.useDb('admin').collection('system.users').find().toArray())
  expect(stored).toContain('zing_chat')
  expect(stored).not.toContain('chat password')
})

test('invalid or unsupported commands about users are refused', async () => {
  const root = await asRoot()
  const create = (more: object) => root.useDb('x').db?.command({ createUser: 'y', pwd: 'z', roles: [], ...more })
  await expect(create({ roles: ['read'] })).rejects.toMatchObject({ code: 115 })
  await expect(create({ pwd: 'pässword' })).rejects.toMatchObject({ code: 115 })
  await expect(createUser(root, 'zing_chat', CHAT)).rejects.toMatchObject({ code: 51003 })
  await expect(root.useDb('x').db?.command({ updateUser: 'nobody', pwd: 'z' })).rejects.toMatchObject({ code: 11 })
})

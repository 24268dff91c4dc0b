import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createModels as chatModels } from '@zing/chat/models/models'
import express from 'express'
import mongoose from 'mongoose'
import { baselineFeed } from './feed.ts'
import { createMessages, messageRoutes } from './messages.ts'
import { createSockets } from './sockets.ts'

// The baseline of the product: one process with express, the MongoDB driver and ws. It does the same reads and writes
// on the same database server, without gateway, sessions, schemas, NATS and logs.
const { BASELINE_URL = '', SOCIAL_URL = '', PORT = '0' } = process.env
const db = await mongoose.createConnection(BASELINE_URL, { maxPoolSize: 10 }).asPromise()
const social = await mongoose.createConnection(SOCIAL_URL, { maxPoolSize: 10 }).asPromise()
chatModels(db)
for (const model of Object.values(db.models)) await model.createIndexes() // the product's indexes

const sockets = createSockets()
const messages = createMessages(db.getClient().db(db.name), sockets.push)

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json())
messageRoutes(app, db.getClient().db(db.name), messages)
baselineFeed(app, social.getClient().db(social.name))

const server = createServer(app)
sockets.serve(server, messages)
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // a listening TCP server has an AddressInfo
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})

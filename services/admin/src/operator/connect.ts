import { connectNats, type Nats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import mongoose, { type Connection } from 'mongoose'
import { operatorEnv } from './env.ts'

const WAIT_MS = 5_000
const CONNECT_MS = 5_000

/** Connects an operator's command to NATS as the service admin does; rejects when NATS does not respond. */
export async function connectOperatorNats(command: string): Promise<Nats> {
  const url = operatorEnv('NATS_URL', 'NATS as the service admin uses it')
  const nats = connectNats(url, 'admin', createLog(command, 'error'))
  await whenConnected(nats)
  return nats
}

/** Connects an operator's command to the database of the service admin. */
export function connectOperatorDatabase(): Promise<Connection> {
  const url = operatorEnv('MONGO_URL', 'the database of the service admin')
  const options = { serverSelectionTimeoutMS: WAIT_MS, autoIndex: false, autoCreate: false }
  return mongoose.createConnection(url, options).asPromise()
}

async function whenConnected(nats: Nats): Promise<void> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('NATS does not respond')), CONNECT_MS).unref()
  })
  await Promise.race([nats.connection, timeout])
}

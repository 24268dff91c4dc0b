import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { closeIdleCursors, createCursors } from './query/cursors.ts'
import { serveConnection } from './serve-connection.ts'
import { closeStore, openStore } from './storage/open-store.ts'
import { expireDocuments } from './update/expire-documents.ts'

export interface EmbeddedMongoOptions {
  /** Loopback by default: without `hasUsers` there are no passwords. */
  host?: string
  /** 0 selects a free port. */
  port: number
  dataDir: string
  /** Clients must authenticate with SCRAM-SHA-256 as a user that `createUser` has stored. */
  hasUsers?: boolean
  sweepMs?: number
}

export interface RunningMongo {
  url: string
  stop: () => Promise<void>
}

const LOOPBACK = '127.0.0.1'
const SWEEP_MS = 60_000 // as in MongoDB

/** Serves MongoDB's wire protocol from one LMDB folder. */
export async function startEmbeddedMongo({
  host = LOOPBACK,
  port,
  dataDir,
  hasUsers = false,
  sweepMs = SWEEP_MS,
}: EmbeddedMongoOptions): Promise<RunningMongo> {
  mkdirSync(dataDir, { recursive: true })
  const store = openStore(dataDir)
  const cursors = createCursors()
  const sockets = new Set<Socket>()

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveConnection(socket, { store, cursors, hasUsers })
  })
  server.listen(port, host)
  await once(server, 'listening')

  let sweeping = Promise.resolve()
  const sweep = setInterval(() => {
    closeIdleCursors(cursors)
    sweeping = sweeping.then(() => expireDocuments(store)).catch(reportFailedSweep)
  }, sweepMs)

  async function stop(): Promise<void> {
    clearInterval(sweep)
    server.close()
    for (const socket of sockets) socket.destroy()
    await sweeping
    await closeStore(store)
  }
  return { url: `mongodb://${host}:${(server.address() as AddressInfo).port}`, stop } // never a string for TCP
}

/** The next sweep tries again, for example when the disk has room. */
function reportFailedSweep(error: unknown): void {
  console.error('expired documents could not be deleted:', error)
}

import mongoose from 'mongoose'
import { afterTestOrFile } from './after-test-or-file.ts'

/**
 * Calls `record` before each command that services started by this file send to a database, until the running test ends, or
 * the file. Connections of other files, which share the worker, and the test's own ones are not observed.
 */
export function onMongoCommand(mongoUrl: string, record: (event: mongoose.mongo.CommandStartedEvent) => void): void {
  const name = new URL(mongoUrl).pathname.slice(1)
  const observed = mongoose.connections.filter((connection) => connection.name === name)
  if (observed.length === 0) throw new Error(`no connection to ${name}`)
  for (const connection of observed) {
    connection.getClient().on('commandStarted', record)
    afterTestOrFile(() => void connection.getClient().off('commandStarted', record))
  }
}

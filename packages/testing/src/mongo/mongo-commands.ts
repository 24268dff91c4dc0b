import mongoose from 'mongoose'
import { afterTestOrFile } from '../after-test-or-file.ts'

/**
 * Calls `record` before each database command of services started by this file, until the running test or file ends.
 * Excludes the test's own connections and other files, which share the worker.
 */
export function onMongoCommand(mongoUrl: string, record: (event: mongoose.mongo.CommandStartedEvent) => void): void {
  const name = /^mongodb:\/\/[^/]+\/([^?]+)/.exec(mongoUrl)?.[1] // a set has several hosts, which URL refuses
  const observed = mongoose.connections.filter((connection) => connection.name === name)
  if (observed.length === 0) throw new Error(`no connection to ${name}`)
  for (const connection of observed) {
    connection.getClient().on('commandStarted', record)
    afterTestOrFile(() => void connection.getClient().off('commandStarted', record))
  }
}

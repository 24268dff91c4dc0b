import type { Document } from 'bson'

/** Describes a standalone MongoDB 7.0: without a replica set drivers send no transaction numbers. */
export function hello(): Document {
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  }
}

export function buildInfo(): Document {
  return {
    version: '7.0.0',
    versionArray: [7, 0, 0, 0],
    modules: ['zing-embedded-mongo'],
    maxBsonObjectSize: 16 * 1024 * 1024,
    ok: 1,
  }
}

export function done(): Document {
  return { ok: 1 }
}

import { createRequire } from 'node:module'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './errors.ts'

// the driver does not export the classes of its connection pool
const loadForMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'))
const driver: Record<string, unknown> = { ...mongoose.mongo, ...loadForMongoose('mongodb/lib/cmap/errors') }

/** Every error class of the driver: true if it means that the database is unavailable, whatever its code. */
const CLASSES: Record<string, boolean> = {
  MongoAPIError: false,
  MongoAWSError: false,
  MongoAzureError: false,
  MongoBatchReExecutionError: false,
  MongoBulkWriteError: false,
  MongoChangeStreamError: false,
  MongoClientBulkWriteCursorError: false,
  MongoClientBulkWriteError: false,
  MongoClientBulkWriteExecutionError: false,
  MongoClientClosedError: true,
  MongoCompatibilityError: false,
  MongoCryptAzureKMSRequestError: false,
  MongoCryptCreateDataKeyError: false,
  MongoCryptCreateEncryptedCollectionError: false,
  MongoCryptError: false,
  MongoCryptInvalidArgumentError: false,
  MongoCryptKMSRequestNetworkTimeoutError: false,
  MongoCursorExhaustedError: false,
  MongoCursorInUseError: false,
  MongoDecompressionError: false,
  MongoDriverError: false,
  MongoError: false,
  MongoExpiredSessionError: false,
  MongoGCPError: false,
  MongoGridFSChunkError: false,
  MongoGridFSStreamError: false,
  MongoInvalidArgumentError: false,
  MongoKerberosError: false,
  MongoMissingCredentialsError: false,
  MongoMissingDependencyError: false,
  MongoNetworkError: true,
  MongoNetworkTimeoutError: true,
  MongoNotConnectedError: true,
  MongoOIDCError: false,
  MongoOperationTimeoutError: true,
  MongoParseError: false,
  MongoRuntimeError: false,
  MongoServerClosedError: true,
  MongoServerError: false,
  MongoServerSelectionError: true,
  MongoStalePrimaryError: true,
  MongoSystemError: false,
  MongoTailableCursorError: false,
  MongoTopologyClosedError: true,
  MongoTransactionError: false,
  MongoUnexpectedServerResponseError: false,
  MongoWriteConcernError: true,
  PoolClearedError: true,
  PoolClearedOnNetworkError: true,
  PoolClosedError: true,
  WaitQueueTimeoutError: true,
}

/** Arguments of the classes whose constructor needs more than a message. */
const ARGUMENTS: Record<string, unknown[]> = {
  MongoBulkWriteError: [{ message: 'duplicate', code: 11_000 }, {}],
  MongoClientBulkWriteError: [{ message: 'duplicate' }],
  MongoCryptCreateDataKeyError: [{}, { cause: new Error('broken') }],
  MongoCryptCreateEncryptedCollectionError: [{}, { cause: new Error('broken') }],
  MongoServerError: [{ message: 'bad query', code: 2 }],
  MongoServerSelectionError: ['no server', { error: null }],
  MongoSystemError: ['no server', { error: null }],
  MongoWriteConcernError: [{ ok: 1, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } }],
  PoolClearedError: [{ address: 'localhost:27017' }],
  PoolClearedOnNetworkError: [{ address: 'localhost:27017' }],
  PoolClosedError: [{ address: 'localhost:27017' }],
  WaitQueueTimeoutError: ['timed out', 'localhost:27017'],
}

test('every error class of the driver is classified', () => {
  const isErrorClass = (value: unknown) =>
    typeof value === 'function' && (value.prototype instanceof Error || value === mongoose.mongo.MongoError)
  const names = Object.keys(driver).filter((name) => isErrorClass(driver[name]))

  expect(names.toSorted()).toEqual(Object.keys(CLASSES).toSorted())
})

test.each(Object.entries(CLASSES))('a %s means that the database is unavailable: %s', (name, expected) => {
  const DriverError = driver[name] as new (...args: unknown[]) => Error
  expect(isDatabaseUnavailable(new DriverError(...(ARGUMENTS[name] ?? ['broken', {}])))).toBe(expected)
})

test.each([
  6, 7, 43, 50, 64, 89, 91, 133, 134, 189, 237, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
])('code %i, of a server that stops, fails over or has a full disk, means unavailable', (code) => {
  expect(isDatabaseUnavailable(new mongoose.mongo.MongoServerError({ message: 'not now', code }))).toBe(true)
  const bulk = new mongoose.mongo.MongoBulkWriteError({ message: 'not now', code }, {} as never)
  expect(isDatabaseUnavailable(bulk)).toBe(true)
})

test.each([
  new mongoose.mongo.MongoNetworkError('connection closed'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('%s that interrupts a bulk write means that the database is unavailable', (error) => {
  const bulk = new mongoose.mongo.MongoBulkWriteError(error as never, {} as never)
  expect(isDatabaseUnavailable(bulk)).toBe(true)
})

test('a partly rejected bulk write fails for its reason, unless the server stops', () => {
  const bulk = (code: number) =>
    new mongoose.mongo.MongoBulkWriteError({ message: 'rejected', code, writeErrors: [{ code } as never] }, {} as never)
  expect([isDatabaseUnavailable(bulk(11_000)), isDatabaseUnavailable(bulk(14_031))]).toEqual([false, true])
})

test.each(['RetryableWriteError', 'PoolRequestedRetry', 'SystemOverloadedError', 'TransientTransactionError'])(
  'the label %s means that the database is unavailable, whatever the code',
  (label) => {
    const error = new mongoose.mongo.MongoServerError({
      message: 'new in a later version',
      code: 1,
      errorLabels: [label],
    })
    expect(isDatabaseUnavailable(error)).toBe(true)
  },
)

test.each([
  new mongoose.MongooseError('Cannot call `users.find()` if `bufferCommands = false`'),
  new mongoose.Error.MongooseServerSelectionError('no server'),
  Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
])('%s means that the database is unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  new mongoose.mongo.MongoServerError({ message: 'duplicate key', code: 11_000 }),
  new mongoose.mongo.MongoServerError({ message: 'authentication failed', code: 18 }),
  new mongoose.Error.ValidationError(),
  new TypeError('x is not a function'),
  'EPIPE',
])('%s does not mean that the database is unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})

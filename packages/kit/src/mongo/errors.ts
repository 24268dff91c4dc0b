import mongoose, { type mongo } from 'mongoose'
import { isConnectionLost } from '../errors.ts'

const {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoDriverError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} = mongoose.mongo

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000
}

const UNAVAILABLE_CLASSES = [
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
  mongoose.Error.MongooseServerSelectionError,
]

const UNAVAILABLE_LABELS = [
  MongoErrorLabel.InterruptInUseConnections,
  MongoErrorLabel.PoolRequestedRetry,
  MongoErrorLabel.ResetPool,
  MongoErrorLabel.RetryableError,
  MongoErrorLabel.RetryableWriteError,
  MongoErrorLabel.SystemOverloadedError,
  MongoErrorLabel.TransientTransactionError,
  MongoErrorLabel.UnknownTransactionCommitResult,
]

/** Codes of a server that stops, fails over, has a full disk, or has lost its cursors, and of timeouts. */
const UNAVAILABLE_CODES = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  237, // CursorKilled
  262, // ExceededTimeLimit
  9001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
  14_031, // OutOfDiskSpace
])

/**
 * The driver drops the class of an error that interrupts a bulk write, such as a lost connection. Server errors have a
 * number.
 */
function isUnanswered(error: mongo.MongoBulkWriteError): boolean {
  return typeof error.code !== 'number' && [error.writeErrors].flat().length === 0
}

/** True for errors of a database that is unreachable, stops, fails over, has a full disk or responds too late. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNAVAILABLE_CLASSES.some((unavailableClass) => error instanceof unavailableClass)) return true
  if (error instanceof MongoError && UNAVAILABLE_LABELS.some((label) => error.hasErrorLabel(label))) return true
  if (error instanceof MongoBulkWriteError && error.err) return true // its write concern failed
  if (error instanceof MongoBulkWriteError && isUnanswered(error)) return true
  if (error instanceof MongoServerError) return UNAVAILABLE_CODES.has(error.code)
  // the driver does not export the errors of its connection pool: they alone carry the server's address
  if (error instanceof MongoDriverError && 'address' in error) return true
  if (isConnectionLost(error)) return true // the driver passes some socket errors on unwrapped.
  // Mongoose has no type for a command on a closed connection without `bufferCommands`.
  return error instanceof mongoose.MongooseError && error.message.includes('bufferCommands')
}

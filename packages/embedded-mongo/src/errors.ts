import type { Document } from 'bson'

/** An error for the client, with MongoDB's code and name. */
export class CommandError extends Error {
  readonly code: number
  readonly codeName: string
  readonly details: Document

  constructor(code: number, codeName: string, message: string, details: Document = {}) {
    super(message)
    this.code = code
    this.codeName = codeName
    this.details = details
  }
}

export function badValue(message: string): CommandError {
  return new CommandError(2, 'BadValue', message)
}

export function failedToParse(message: string): CommandError {
  return new CommandError(9, 'FailedToParse', message)
}

/** Names a feature of MongoDB that is not implemented; such features are never ignored. */
export function notSupported(what: string): CommandError {
  return new CommandError(115, 'CommandNotSupported', `${what} is not supported by the embedded MongoDB`)
}

export function duplicateKey(ns: string, index: { name: string; key: Document }, keyValue: Document): CommandError {
  const shown = Object.entries(keyValue).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
  const message = `E11000 duplicate key error collection: ${ns} index: ${index.name} dup key: { ${shown.join(', ')} }`
  return new CommandError(11000, 'DuplicateKey', message, { keyPattern: index.key, keyValue })
}

/** Translates mingo's error for an unknown operator into MongoDB's. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /^unknown (?:query|top level) operator:? (\$\w+)/.exec(message)
  return unknown ? badValue(`unknown operator: ${unknown[1]}`) : new CommandError(1, 'InternalError', message)
}

export function errorFields({ code, codeName, message, details }: CommandError): Document {
  return { code, codeName, errmsg: message, ...details }
}

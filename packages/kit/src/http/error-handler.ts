import type { ServerResponse } from 'node:http'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { errorMessages } from '@zing/proto/http/errors'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { AppError, isConnectionLost, unavailable } from '../errors.ts'
import type { Log } from '../observability/logger.ts'

/** True if the error is that of a dependency, such as `isDatabaseUnavailable`. */
export type IsUnavailable = (error: unknown) => boolean

/**
 * Responds to errors with an ErrorBody: to an AppError as it is, to those of an unavailable dependency with a 503, to any
 * other with a 500. Logs every 5xx.
 */
export function errorHandler(log: Log, isUnavailable?: IsUnavailable): ErrorRequestHandler {
  const respond = createErrorResponder(log, isUnavailable)
  return (error, _req, res, _next) => {
    const { endpoint } = res.locals as { endpoint?: AnyEndpoint } // set by `createServe`
    respond(error, res, endpoint?.isUpload)
  }
}

/** As `errorHandler`, without Express. */
export function createErrorResponder(log: Log, isUnavailable: IsUnavailable = () => false) {
  return function respondToError(error: unknown, res: ServerResponse, isUpload = false): void {
    const appError = isUnavailable(error) || isConnectionLost(error) ? unavailable() : toAppError(error, isUpload)
    void appError.stack // formatted now: before that, an error keeps the variables of the functions it passed through
    if (appError.status >= 500) log[appError.status === 503 ? 'warn' : 'error']({ err: error }, 'request failed')
    if (res.headersSent) return void res.destroy()
    sendError(res, appError)
  }
}

/** Responds with an error as every route does: its message, code and details as JSON, and Retry-After. */
export function sendError(res: ServerResponse, error: AppError): void {
  const { status, message, code, success, suspension, word, retryAfterSeconds } = error
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds))
  res.statusCode = status
  const body = {
    ...(success === false && { success }),
    message,
    ...(code && { code }),
    ...(suspension && { suspension }),
    ...(word && { word }),
  }
  res.end(JSON.stringify(body))
}

/** Responds with 503 and Retry-After. */
export function sendUnavailable(res: ServerResponse): void {
  sendError(res, unavailable())
}

/** Responds with 404 where no route matched. */
export function notFoundHandler(_req: Request, res: Response): void {
  sendError(res, new AppError(404, errorMessages.notFound))
}

function toAppError(error: unknown, isUpload: boolean): AppError {
  if (error instanceof AppError) return error
  switch (bodyParserType(error)) {
    case 'entity.too.large':
      return new AppError(413, isUpload ? errorMessages.imageTooLarge : errorMessages.bodyTooLarge)
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new AppError(400, errorMessages.invalidJson)
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError(415, errorMessages.notJson)
  }
  // thrown by Express for paths that cannot be decoded, such as %E0%A4%A
  if (error instanceof URIError) return new AppError(400, errorMessages.invalidRequest)
  return new AppError(500, errorMessages.internal)
}

function bodyParserType(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
}

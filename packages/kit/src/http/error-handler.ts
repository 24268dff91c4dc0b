import type { ServerResponse } from 'node:http'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { AppError, errors } from '@zing/proto/errors'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { isConnectionLost } from '../errors.ts'
import type { Log } from '../observability/logger.ts'

/** True for the error of an unavailable dependency, such as `isDatabaseUnavailable`. */
export type IsUnavailable = (error: unknown) => boolean

/**
 * Responds to errors with an ErrorBody. An AppError is sent as it is, an unavailable dependency becomes a 503, any other
 * error a 500. Logs every 5xx.
 */
export function errorHandler(log: Log, isUnavailable?: IsUnavailable): ErrorRequestHandler {
  const respond = createErrorResponder(log, isUnavailable)
  return (error, _req, res, _next) => {
    const { endpoint } = res.locals as { endpoint?: AnyEndpoint } // set by `createServe`
    respond(error, res, endpoint?.isUpload)
  }
}

/** Creates an `errorHandler` that works without Express. */
export function createErrorResponder(log: Log, isUnavailable: IsUnavailable = () => false) {
  return function respondToError(error: unknown, res: ServerResponse, isUpload = false): void {
    const appError =
      isUnavailable(error) || isConnectionLost(error) ? errors.unavailable() : toAppError(error, isUpload)
    void appError.stack // formatted now, since an unformatted error keeps variables of its functions alive
    if (appError.status >= 500) log[appError.status === 503 ? 'warn' : 'error']({ err: error }, 'request failed')
    if (res.headersSent) return void res.destroy()
    sendError(res, appError)
  }
}

/** Responds with an error as every route does: its body as JSON, and Retry-After. */
export function sendError(res: ServerResponse, error: AppError): void {
  const { status, body, retryAfterSeconds } = error
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds))
  res.statusCode = status
  res.end(JSON.stringify(body))
}

/** Responds with 503 and Retry-After. */
export function sendUnavailable(res: ServerResponse): void {
  sendError(res, errors.unavailable())
}

/** Responds with 404 where no route matched. */
export function notFoundHandler(_req: Request, res: Response): void {
  sendError(res, errors.notFound())
}

function toAppError(error: unknown, isUpload: boolean): AppError {
  if (error instanceof AppError) return error
  switch (bodyParserType(error)) {
    case 'entity.too.large':
      return isUpload ? errors.imageTooLarge() : errors.bodyTooLarge()
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return errors.invalidJson()
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return errors.notJson()
  }
  // thrown by Express for paths that cannot be decoded, such as %E0%A4%A
  if (error instanceof URIError) return errors.invalidRequest()
  return errors.internal()
}

function bodyParserType(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
}

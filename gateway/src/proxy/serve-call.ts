import type { IncomingMessage, ServerResponse } from 'node:http'
import { createErrorResponder } from '@zing/kit/http/error-handler'
import { observeResponse, runWithRequestId } from '@zing/kit/http/observe-requests'
import type { Log } from '@zing/kit/observability/logger'
import { isRefused } from './refused.ts'
import type { Route } from './route-table.ts'

type ServeCall = (req: IncomingMessage, res: ServerResponse, route: Route) => void

interface ServeCallOptions {
  log: Log
  setHeaders(res: ServerResponse): void
  api(req: IncomingMessage, res: ServerResponse, route: Route): Promise<void>
}

/** Serves the calls of services with what the application does for each request, without the cost of its router. */
export function createServeCall({ log, setHeaders, api }: ServeCallOptions): ServeCall {
  const respondToError = createErrorResponder(log)

  return function serveCall(req, res, route) {
    const path = req.url?.split('?')[0] ?? ''
    runWithRequestId(req, res, () => {
      observeResponse(log, req, res, {
        path,
        endpoint: () => route.endpoint,
        isLoggedElsewhere: () => isRefused(res),
      })
      setHeaders(res)
      api(req, res, route).catch((error: unknown) => respondToError(error, res))
    })
  }
}

import type { IncomingMessage } from 'node:http'
import { createErrorResponder } from '@zing/kit/http/error-handler'
import { observeResponse } from '@zing/kit/http/observe-requests'
import type { Log } from '@zing/kit/observability/logger'
import { inRequest } from '@zing/kit/observability/trace-context'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import type { CallResponse } from '../overload/call-queue.ts'
import type { SecurityHeaders } from '../protection/security-headers.ts'
import type { Route } from './route-table.ts'

type ServeCall = (req: IncomingMessage, res: CallResponse, route: Route) => void

interface ServeCallOptions {
  log: Log
  securityHeaders: SecurityHeaders
  api(req: IncomingMessage, res: CallResponse, route: Route): Promise<void>
}

/** Serves the calls of services. It does what the application does for each request, without the cost of its router. */
export function createServeCall({ log, securityHeaders, api }: ServeCallOptions): ServeCall {
  const respondToError = createErrorResponder(log)

  return function serveCall(req, res, route) {
    const { headers, url = '' } = req
    inRequest(
      (name) => headers[name],
      ({ requestId }) => {
        headers[REQUEST_ID_HEADER] = requestId
        res.setHeaders(securityHeaders)
        res.setHeader(REQUEST_ID_HEADER, requestId)
        observeResponse(log, req, res, {
          path: url.split('?')[0] ?? '',
          endpoint: () => route.endpoint,
          isLoggedElsewhere: () => Boolean(res.isRefused),
        })
        api(req, res, route).catch((error: unknown) => respondToError(error, res))
      },
    )
  }
}

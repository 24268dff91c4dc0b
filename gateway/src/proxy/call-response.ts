import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** The response to a call of a service. */
export class CallResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /**
   * Headers that it has, whatever sends it, unless it is sent with others of their names. A call takes less time than with
   * `setHeader`, after which Node sets all others one by one too.
   */
  commonHeaders: OutgoingHttpHeaders = {}
  /** True if an overload has refused the call: one log line counts many of them. */
  isRefused = false

  /** Takes headers as an object only. */
  override writeHead(statusCode: number, ...[first, second]: [first?: string | Headers, second?: Headers]): this {
    const headers = typeof first === 'object' ? first : second
    return super.writeHead(statusCode, { ...this.commonHeaders, ...headers })
  }
}

import type { AnyEndpoint, ErrorResponse } from '@zing/proto/endpoint'
import { API_PREFIX } from '@zing/proto/paths'

/** 400, 413, 415 and 429 are said by gateway and kit alone, and so of no single contract. */
export type ErrorStatus = ErrorResponse | 400 | 413 | 415 | 429

interface Described {
  /** Of the shared answer in the document. */
  name: string
  description: string
  saysWhenToComeBack?: true
}

export const REFUSALS: Record<ErrorStatus, Described> = {
  400: { name: 'Invalid', description: 'What was sent breaks a rule; `message` says which' },
  401: { name: 'NotSignedIn', description: 'No live session; of a login: wrong username or password' },
  403: { name: 'NotAllowed', description: 'Not allowed, or sent by a page of another site' },
  404: { name: 'NotFound', description: 'There is no such thing, or none that the asker may know of' },
  409: { name: 'Taken', description: 'Somebody else has it' },
  413: { name: 'TooLarge', description: 'The body is too large' },
  415: { name: 'NotJson', description: 'The body is not JSON' },
  429: { name: 'TooMany', description: 'Too many requests', saysWhenToComeBack: true },
  503: {
    name: 'Unavailable',
    description: 'A part is away; whether a write was done is unknown',
    saysWhenToComeBack: true,
  },
}

/** What a call may refuse: what gateway and kit refuse for it, as its contract has a session, writes or a body, and its own. */
export function errorResponsesOf({ path, method, access, body, errorResponses = [] }: AnyEndpoint): ErrorStatus[] {
  if (!path.startsWith(API_PREFIX)) return [...errorResponses] // the gateway's own
  const implied: ErrorStatus[] = [
    400, // of any call: a query key that comes twice
    ...(access === 'session' ? [401 as const] : []),
    ...(method === 'GET' ? [] : [403 as const]), // SEC-60
    ...(body ? [413 as const, 415 as const] : []),
    429,
    503,
  ]
  return [...new Set([...implied, ...errorResponses])].toSorted((a, b) => a - b)
}

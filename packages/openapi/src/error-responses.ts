import type { AnyEndpoint, ErrorResponse } from '@zing/proto/endpoint'
import { API_PREFIX } from '@zing/proto/paths'

/** 400, 413, 415 and 429 come from gateway and kit, so no contract declares them. */
export type ErrorStatus = ErrorResponse | 400 | 413 | 415 | 429

interface ErrorDescription {
  /** Key in the document's shared responses. */
  name: string
  description: string
  hasRetryAfter?: true
}

export const ERROR_RESPONSES: Record<ErrorStatus, ErrorDescription> = {
  400: { name: 'Invalid', description: 'Invalid input; `message` names the first problem' },
  401: { name: 'NotSignedIn', description: 'No active session; on login: wrong username or password' },
  403: {
    name: 'NotAllowed',
    description: 'Not allowed, or a cross-site request; `PENDING`: nobody has let the account in',
  },
  404: { name: 'NotFound', description: 'Does not exist, or is hidden from this user' },
  409: { name: 'Taken', description: 'Already taken, or not possible in the present state' },
  413: { name: 'TooLarge', description: 'The body is too large' },
  415: { name: 'NotJson', description: 'The body is not JSON, or not of a type listed' },
  416: { name: 'NoSuchRange', description: 'The header Range names no bytes of it' },
  429: { name: 'TooMany', description: 'Too many requests', hasRetryAfter: true },
  503: {
    name: 'Unavailable',
    description: 'A dependency is unavailable; a write may or may not have been applied',
    hasRetryAfter: true,
  },
}

/** Lists the error statuses of an endpoint: by its session, method and body, and by its contract. */
export function errorResponsesOf({
  path,
  method,
  access,
  role,
  isForPending,
  body,
  fileMedia,
  feature,
  errorResponses = [],
}: AnyEndpoint): ErrorStatus[] {
  // served by the gateway itself
  if (!path.startsWith(API_PREFIX)) return [...(body ? ([400, 413, 415, 429] as const) : []), ...errorResponses]
  const implied: ErrorStatus[] = [
    400, // a repeated query key
    ...(access === 'session' ? [401 as const] : []),
    // SEC-60, callers without the role, and accounts that nobody has let in
    ...(method === 'GET' && !role && (access === 'public' || isForPending) ? [] : [403 as const]),
    ...(feature ? [404 as const] : []), // while it is off
    ...(body || fileMedia ? [413 as const, 415 as const] : []),
    429,
    503,
  ]
  return [...new Set([...implied, ...errorResponses])].toSorted((a, b) => a - b)
}

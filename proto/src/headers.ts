/** Gateway to service: who is asking. `Authorization: Bearer <internal token>`. */
export const IDENTITY_HEADER = 'authorization'
export const REQUEST_ID_HEADER = 'x-request-id'
/** W3C trace context: taken from whoever traces, and passed on. */
export const TRACE_HEADER = 'traceparent'
/**
 * Service to gateway: the session that this answer opens (the signed token) or ends (`SESSION_ENDED`). The gateway
 * turns it into Set-Cookie and removes it.
 */
export const SESSION_HEADER = 'x-zing-session'
export const SESSION_ENDED = 'ended'

/** Over TLS; the prefix makes browsers insist on Secure, Path=/ and no Domain. */
export const SECURE_COOKIE = '__Host-zing_session'
/** On plain local HTTP. */
export const LOCAL_COOKIE = 'zing_session'

/** The cookie's JWT (security.md SEC-10): HS256, subject = user id, `sid`, and these two. */
export const SESSION_ISSUER = 'zing-auth'
export const SESSION_AUDIENCE = 'zing-gateway'
/** The internal token's: another secret, another audience, so that neither passes for the other. */
export const INTERNAL_ISSUER = 'zing-gateway'
export const INTERNAL_AUDIENCE = 'zing-services'

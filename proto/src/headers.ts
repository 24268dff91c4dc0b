/** Gateway to service: `Authorization: Bearer <internal token>`. */
export const IDENTITY_HEADER = 'authorization'
export const REQUEST_ID_HEADER = 'x-request-id'
/** W3C trace context, forwarded as received. */
export const TRACE_HEADER = 'traceparent'
/** Gateway to service: `<sender>;<sent at>;<deadline>`, times in ms of the sender's monotonic clock. */
export const DEADLINE_HEADER = 'x-request-deadline'
/** Service to gateway: signed token of the session that a response opens, or `SESSION_ENDED`; becomes Set-Cookie. */
export const SESSION_HEADER = 'x-zing-session'
export const SESSION_ENDED = 'ended'

/** Over TLS; browsers require Secure, Path=/ and no Domain for this prefix. */
export const SECURE_COOKIE = '__Host-zing_session'
/** On plain local HTTP. */
export const LOCAL_COOKIE = 'zing_session'

/** Claims of the session cookie's JWT (SEC-10), beside subject (user id) and `sid`. */
export const SESSION_ISSUER = 'zing-auth'
export const SESSION_AUDIENCE = 'zing-gateway'
/** Claims of the internal token; secret and audience differ from the cookie's, so neither is accepted as the other. */
export const INTERNAL_ISSUER = 'zing-gateway'
export const INTERNAL_AUDIENCE = 'zing-services'

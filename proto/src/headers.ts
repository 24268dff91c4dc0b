/** Gateway to service: `Authorization: Bearer <internal token>`. */
export const IDENTITY_HEADER = 'authorization'
export const REQUEST_ID_HEADER = 'x-request-id'
/** W3C trace context, forwarded as received. */
export const TRACE_HEADER = 'traceparent'
/** Gateway to service: `<sender>;<sent at>;<deadline>`, times in ms of the sender's monotonic clock. */
export const DEADLINE_HEADER = 'x-request-deadline'
/**
 * Service to gateway: the signed token of the session that a response opens, or `SESSION_ENDED`. It becomes Set-Cookie.
 */
export const SESSION_HEADER = 'x-zing-session'
export const SESSION_ENDED = 'ended'
/** Service to gateway: present with a session that a pending or refused user has opened. */
export const SESSION_PENDING_HEADER = 'x-zing-session-pending'
/** Service to gateway: ids of sessions that a call has ended, separated by commas. */
export const ENDED_SESSIONS_HEADER = 'x-zing-ended-sessions'
/** Gateway to service: the network address of the client. The gateway drops a client's own header of this name. */
export const CLIENT_ADDRESS_HEADER = 'x-zing-client-address'
/** Between gateway and auth, both ways: the signed device cookie (SEC-48). */
export const DEVICE_HEADER = 'x-zing-device'

/** Over TLS; browsers require Secure, Path=/ and no Domain for this prefix. */
export const SECURE_COOKIE = '__Host-zing_session'
/** On plain local HTTP. */
export const LOCAL_COOKIE = 'zing_session'
/** Identifies browsers that have signed in to an account. Browsers keep it when the session ends. */
export const SECURE_DEVICE_COOKIE = '__Host-zing_device'
export const LOCAL_DEVICE_COOKIE = 'zing_device'

/** Claims of the session cookie's JWT (SEC-10), beside subject (user id) and `sid`. */
export const SESSION_ISSUER = 'zing-auth'
export const SESSION_AUDIENCE = 'zing-gateway'
/** The audience of the device cookie's JWT, which also has its own key. */
export const DEVICE_AUDIENCE = 'zing-auth-devices'
/** The audience of the JWT that lets suspended users download their data or delete the account. It has its own key. */
export const DATA_TOKEN_AUDIENCE = 'zing-auth-data'
/**
 * Claims of the internal token. Its secret and audience differ from the cookie's, so neither is accepted as the other.
 */
export const INTERNAL_ISSUER = 'zing-gateway'
export const INTERNAL_AUDIENCE = 'zing-services'

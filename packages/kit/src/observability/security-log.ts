import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from './logger.ts'

/**
 * Names of the OWASP logging vocabulary, and `csp_violation`, for which it has none:
 * https://cheatsheetseries.owasp.org/cheatsheets/Logging_Vocabulary_Cheat_Sheet.html
 */
export type SecurityEvent =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_login_lock'
  | 'authn_password_change'
  | 'authn_password_change_fail'
  | 'authn_token_created'
  | 'authn_token_deleted'
  | 'authz_admin'
  | 'authz_change'
  | 'authz_fail'
  | 'csp_violation'
  | 'excess_rate_limit_exceeded'
  | 'malicious_cors'
  | 'sensitive_read'
  | 'session_expired'
  | 'session_use_after_expire'
  | 'user_created'
  | 'user_deleted'

/**
 * Ids, reasons and counts, never what a user has typed. `address` names the client where the request is not the client's own.
 */
export type SecurityFields = Record<string, string | number | boolean | undefined>

const clientAddress = new AsyncLocalStorage<string>()

/** Runs `work` for the client with this network address, which its security events carry. */
export function withClientAddress<T>(address: string | undefined, work: () => T): T {
  return address ? clientAddress.run(address, work) : work()
}

/** The network address of the client of the current request; undefined outside a request. */
export function currentClientAddress(): string | undefined {
  return clientAddress.getStore()
}

/** Logs a security event in the one shape of all processes: `event`, `address`, `userId` and other fields. */
export function logSecurityEvent(log: Log, event: SecurityEvent, fields: SecurityFields): void {
  log.info({ event, address: clientAddress.getStore(), ...fields }, 'security event')
}

import { type LimitedProfile, type RateRule, writeRule } from '@zing/kit/rate-limits'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import {
  changePassword,
  confirmPassword,
  createRecoveryCodes,
  deleteAccount,
  recoverAccount,
} from '@zing/proto/http/account'
import { checkPassword, checkUsername, getSelfie, login, registerUser } from '@zing/proto/http/auth'
import { reportCsp } from '@zing/proto/http/csp-reports'
import { getDiscoveryHints, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { createExport, getExport } from '@zing/proto/http/exports'
import { getCase, getEvidencePhoto, listHeld } from '@zing/proto/http/moderation'
import {
  addPasskey,
  confirmWithPasskey,
  createConfirmOptions,
  createLoginOptions,
  createPasskeyOptions,
  logInWithPasskey,
  removePasskey,
} from '@zing/proto/http/passkeys'
import { addPhoto } from '@zing/proto/http/photos'
import { subscribeToPush } from '@zing/proto/http/push'
import { createAppeal, reportUser } from '@zing/proto/http/reports'
import { listUsers } from '@zing/proto/http/social'
import { deleteSuspended, exportSuspended, getSuspendedExport } from '@zing/proto/http/suspended'

const MINUTE = 60
const HOUR = 3_600
const DAY = 24 * HOUR

/** One bucket for all calls that verify a password, passkey or code, so that none gives an address more guesses (SEC-48). */
const failedLogins = { name: 'login', by: 'address', points: 30, seconds: 15 * MINUTE } as const

/** Returns the HTTP rate limits of an endpoint (SEC-26, SEC-48, SEC-90); an empty bucket rejects a call in any case. */
export function rulesFor(endpoint: AnyEndpoint, profile: LimitedProfile): RateRule[] {
  const pick = (strict: number, normal: number) => (profile === 'strict' ? strict : normal)
  switch (endpoint) {
    case registerUser:
      return [
        { name: 'register', by: 'address', points: pick(10, 200), seconds: HOUR, counts: isSuccess },
        {
          name: 'register-refused',
          by: 'address',
          points: pick(60, 1_000),
          seconds: HOUR,
          counts: isRefusal,
          isTakenAfter: true,
        },
      ]
    case login:
    case logInWithPasskey:
    case recoverAccount:
      return [
        { ...failedLogins, counts: (status) => status === 401 },
        {
          name: 'login-accepted',
          by: 'address',
          points: pick(60, 1_000),
          seconds: HOUR,
          counts: isSuccess,
          isTakenAfter: true,
        },
      ]
    case changePassword:
    case confirmPassword:
    case confirmWithPasskey:
      return [
        { ...failedLogins, counts: (status) => status === 403 },
        { name: 'password', by: 'user', points: pick(20, 200), seconds: HOUR },
      ]
    case createRecoveryCodes:
      return [{ name: 'recovery-codes', by: 'user', points: pick(20, 200), seconds: HOUR }]
    case createLoginOptions:
      return [{ name: 'passkey-options', by: 'address', points: pick(120, 2_000), seconds: HOUR }]
    case createConfirmOptions:
    case createPasskeyOptions:
    case addPasskey:
    case removePasskey:
      return [{ name: 'passkeys', by: 'user', points: pick(60, 600), seconds: HOUR }]
    case createExport:
      return [{ name: 'exports', by: 'user', points: pick(5, 50), seconds: DAY }]
    case getExport:
      return [{ name: 'export-downloads', by: 'user', points: pick(60, 600), seconds: HOUR }]
    case deleteAccount:
      return [{ name: 'delete-account', by: 'user', points: pick(10, 100), seconds: HOUR }]
    case exportSuspended:
      return [{ name: 'suspended-exports', by: 'address', points: pick(10, 100), seconds: DAY }]
    case getSuspendedExport:
      return [{ name: 'suspended-export-downloads', by: 'address', points: pick(60, 600), seconds: HOUR }]
    case deleteSuspended:
      return [{ name: 'delete-suspended', by: 'address', points: pick(20, 200), seconds: HOUR }]
    case reportUser: // REPORTS_PER_DAY bounds those that are stored, this one the work of those that are refused
      return [
        { name: 'report', by: 'user', points: pick(30, 300), seconds: HOUR },
        { name: 'report-address', by: 'address', points: pick(60, 6_000), seconds: HOUR },
      ]
    case createAppeal:
      return [{ name: 'appeal', by: 'address', points: pick(20, 200), seconds: HOUR }]
    case getCase:
    case getEvidencePhoto:
    case listHeld:
      return [{ name: 'case', by: 'user', points: pick(120, 1_200), seconds: MINUTE }]
    case reportCsp:
      return [{ name: 'csp-report', by: 'address', points: pick(30, 300), seconds: MINUTE }]
    case checkUsername:
    case checkPassword: // a sign-up makes both calls
      return [
        { name: 'check-minute', by: 'address', points: pick(20, 200), seconds: MINUTE },
        { name: 'check-hour', by: 'address', points: pick(200, 2_000), seconds: HOUR },
      ]
    case subscribeToPush:
      return [{ name: 'push-subscriptions', by: 'user', points: pick(60, 600), seconds: HOUR }]
    case listUsers:
      return [{ name: 'feed', by: 'user', points: pick(120, 1_200), seconds: MINUTE }]
    case addPhoto: // PHOTO_UPLOADS_PER_DAY bounds those that are decoded, this one the uploads that are refused
      return [{ name: 'new-photos', by: 'user', points: pick(60, 600), seconds: HOUR }]
    case getDiscoveryHints:
      return [{ name: 'hints', by: 'user', points: pick(30, 300), seconds: MINUTE }]
    case setDiscoveryPreferences: // each set shows who fits it, and whom the caller fits
      return [{ name: 'preferences', by: 'user', points: pick(60, 600), seconds: HOUR }]
    case getSelfie:
      return [{ name: 'photos', by: 'user', points: pick(1_200, 6_000), seconds: MINUTE }]
  }
  if (endpoint.method === 'GET') return [{ name: 'read', by: 'user', points: pick(600, 6_000), seconds: MINUTE }]
  return [writeRule(profile)]
}

function isSuccess(status: number): boolean {
  return status < 300
}

/** An input that was looked at and refused; not a limit, nor a fault of ours. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}

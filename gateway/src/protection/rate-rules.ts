import type { RateProfile } from '@zing/kit/env'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { checkUsername, getSelfie, login, registerUser } from '@zing/proto/http/auth'
import { listUsers } from '@zing/proto/http/social'

export interface RateRule {
  /** Of the bucket; rules of one name share it. */
  name: string
  /** Whom it counts against: the address of a visitor, or the user. */
  by: 'address' | 'user'
  points: number
  seconds: number
}

const MINUTE = 60
const HOUR = 3_600

/** Failed logins of one address; a success is given back. */
export const LOGIN_RULE = 'login'

type Profile = Exclude<RateProfile, 'off'>

/** All limits of HTTP, in one place (security.md SEC-26, 48, 90, R9). `strict` is for production and for the security tests. */
export function rulesFor(endpoint: AnyEndpoint, profile: Profile): RateRule[] {
  const pick = (strict: number, normal: number) => (profile === 'strict' ? strict : normal)
  switch (endpoint) {
    case registerUser:
      return [{ name: 'register', by: 'address', points: pick(10, 200), seconds: HOUR }]
    case login:
      return [{ name: LOGIN_RULE, by: 'address', points: 30, seconds: 15 * MINUTE }]
    case checkUsername:
      return [
        { name: 'check-minute', by: 'address', points: pick(20, 200), seconds: MINUTE },
        { name: 'check-hour', by: 'address', points: pick(200, 2_000), seconds: HOUR },
      ]
    case listUsers:
      return [{ name: 'feed', by: 'user', points: pick(120, 1_200), seconds: MINUTE }]
    case getSelfie:
      return [{ name: 'photos', by: 'user', points: pick(1_200, 6_000), seconds: MINUTE }]
  }
  if (endpoint.method === 'GET') return [{ name: 'read', by: 'user', points: pick(600, 6_000), seconds: MINUTE }]
  return [{ name: 'write', by: 'user', points: pick(300, 6_000), seconds: MINUTE }]
}

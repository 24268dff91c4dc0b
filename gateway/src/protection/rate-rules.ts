import type { RateProfile } from '@zing/kit/env'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { checkUsername, getSelfie, login, registerUser } from '@zing/proto/http/auth'
import { listUsers } from '@zing/proto/http/social'

export interface RateRule {
  /** Names the bucket; rules with one name share it. */
  name: string
  by: 'address' | 'user'
  points: number
  seconds: number
}

const MINUTE = 60
const HOUR = 3_600

export const LOGIN_RULE = 'login'

type Profile = Exclude<RateProfile, 'off'>

/** Returns the HTTP rate limits of an endpoint (SEC-26, SEC-48, SEC-90). */
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

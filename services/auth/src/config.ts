import { blobEnv, hasWholeS3 } from '@zing/blobs/env'
import {
  baseEnv,
  mongoUrl,
  notInProduction,
  origins,
  rateEnv,
  redisEnv,
  secret,
  secureOrigins,
  strictLimits,
} from '@zing/kit/env'
import { SESSION_IDLE_SECONDS, SESSION_TTL_SECONDS } from '@zing/proto/limits'
import { PRODUCT_NAME } from '@zing/proto/product'
import { z } from 'zod'
import { usernameKeyOf } from './accounts/usernames.ts'
import { hasSeveralDomains, isRelyingParty } from './passkeys/relying-party.ts'

/** Parses `2592000`, `3s`, `15m`, `12h` or `30d` to seconds. */
const duration = z
  .string()
  .regex(/^[1-9]\d{0,7}[smhd]?$/, 'is not a duration such as 30d')
  .transform((text) => Number.parseInt(text, 10) * ({ s: 1, m: 60, h: 3_600, d: 86_400 }[text.at(-1) ?? ''] ?? 1))

const usernames = z
  .string()
  .transform((text) => new Set(text.split(',').map((username) => usernameKeyOf(username.trim()))))

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: mongoUrl,
    SESSION_SECRET: secret.describe("the same as the gateway's"),
    SESSION_TTL: duration
      .default(SESSION_TTL_SECONDS)
      .describe(
        'life of a session after the sign-in: seconds, or with a unit: `15m`, `12h`, `90d`. The cookie lasts as long.',
      ),
    SESSION_IDLE_TTL: duration
      .default(SESSION_IDLE_SECONDS)
      .describe('life of a session after its last use, which is known to within a few minutes'),
    ...redisEnv,
    ...blobEnv,
    RESERVED_USERNAMES: usernames
      .prefault(`${PRODUCT_NAME},support`)
      .describe(
        'user names that cannot be registered, separated by commas, in any case. It replaces the default. Existing accounts stay.',
      ),
    /** The only origins that may use passkeys. */
    PUBLIC_ORIGINS: origins,
    PASSKEY_RP_ID: z
      .string()
      .optional()
      .describe(
        'the domain of passkeys: the host of `PUBLIC_ORIGINS`, or a parent of it. Required where these have several hosts. **When it changes, all passkeys are lost.**',
      ),
    ...rateEnv,
  })
  .refine(...notInProduction(...strictLimits))
  .refine(...notInProduction(...secureOrigins))
  .superRefine(hasWholeS3)
  .refine(
    ...notInProduction(
      'PUBLIC_ORIGINS',
      (list, { PASSKEY_RP_ID }) => PASSKEY_RP_ID === undefined && Array.isArray(list) && hasSeveralDomains(list),
      'have several hosts, so PASSKEY_RP_ID must name the domain of passkeys',
    ),
  )
  .refine(
    ({ PASSKEY_RP_ID, PUBLIC_ORIGINS }) => PASSKEY_RP_ID === undefined || isRelyingParty(PASSKEY_RP_ID, PUBLIC_ORIGINS),
    { path: ['PASSKEY_RP_ID'], message: 'must be the host of every one of PUBLIC_ORIGINS, or a parent domain' },
  )
export type Config = z.infer<typeof Config>

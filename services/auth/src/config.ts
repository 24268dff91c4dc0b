import { baseEnv, notInProduction, rateEnv, secret, strictLimits } from '@zing/kit/env'
import { SESSION_IDLE_SECONDS, SESSION_TTL_SECONDS } from '@zing/proto/limits'
import { PRODUCT_NAME } from '@zing/proto/product'
import { z } from 'zod'
import { usernameKeyOf } from './domain/usernames.ts'

/** `2592000`, `3s`, `15m`, `12h` or `30d`, parsed to seconds. */
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
    MONGO_URL: z.string('is missing'),
    SESSION_SECRET: secret,
    /** Since the sign-in. */
    SESSION_TTL: duration.default(SESSION_TTL_SECONDS),
    /** Since the last use. */
    SESSION_IDLE_TTL: duration.default(SESSION_IDLE_SECONDS),
    /** Shares the count of failed logins; without it each process counts on its own. */
    REDIS_URL: z.string().optional(),
    /** Separated by commas, in whatever case; they cannot be registered. */
    RESERVED_USERNAMES: usernames.prefault(`${PRODUCT_NAME},support`),
    ...rateEnv,
  })
  .refine(...notInProduction(...strictLimits))
export type Config = z.infer<typeof Config>

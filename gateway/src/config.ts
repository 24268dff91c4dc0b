import { baseEnv, noLimits, notInProduction, rateProfile, secret } from '@zing/kit/env'
import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** One or more `http://host:port`, with commas between: the processes of a service. */
const service = z
  .string('is missing')
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(z.url('has no address')))

export const Config = z
  .object({
    ...baseEnv,
    AUTH_URL: service,
    SOCIAL_URL: service,
    CHAT_URL: service,
    ADMIN_URL: service,
    SESSION_SECRET: secret,
    /** Exactly the addresses that browsers show, with commas between. */
    PUBLIC_ORIGINS: z.string('is missing').transform((text) => text.split(',').map((origin) => origin.trim())),
    /** `false` only for plain HTTP on this machine. */
    COOKIE_SECURE: flag.default(true),
    /** Limits shared by all gateways; without it each counts for itself. */
    REDIS_URL: z.string().optional(),
    RATE_PROFILE: rateProfile.default('normal'),
    /** Folder of the built web client. */
    WEB_DIST: z.string().optional(),
    /** How many proxies stand in front and add to X-Forwarded-For. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
    TERMS_URL: z.url('is no address').default('https://example.org/terms'),
    PRIVACY_URL: z.url('is no address').default('https://example.org/privacy'),
    FEEDBACK_URL: z.url('is no address').default('https://example.org/feedback'),
    IS_DEMO: flag.default(false),
  })
  .refine(...notInProduction(...noLimits))
  .refine(...notInProduction('COOKIE_SECURE', (isSecure) => isSecure === false, 'must not be false in production'))
export type Config = z.infer<typeof Config>

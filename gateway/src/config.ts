import { baseEnv, noLimits, notInProduction, rateProfile, secret } from '@zing/kit/env'
import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** Comma-separated `http://host:port` addresses, one per process of the service. */
const service = z
  .string('is missing')
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(z.url('must be a comma-separated list of URLs')))

export const Config = z
  .object({
    ...baseEnv,
    AUTH_URL: service,
    SOCIAL_URL: service,
    CHAT_URL: service,
    ADMIN_URL: service,
    SESSION_SECRET: secret,
    /** Comma-separated origins, exactly as browsers send them. */
    PUBLIC_ORIGINS: z.string('is missing').transform((text) => text.split(',').map((origin) => origin.trim())),
    /** `false` only for plain HTTP on localhost. */
    COOKIE_SECURE: flag.default(true),
    /** Shares rate limits between gateways; without it each process counts alone. */
    REDIS_URL: z.string().optional(),
    RATE_PROFILE: rateProfile.default('normal'),
    WEB_DIST: z.string().optional(),
    /** Number of proxies in front that append to X-Forwarded-For. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
    TERMS_URL: z.url('must be a URL').default('https://example.org/terms'),
    PRIVACY_URL: z.url('must be a URL').default('https://example.org/privacy'),
    FEEDBACK_URL: z.url('must be a URL').default('https://example.org/feedback'),
    IS_DEMO: flag.default(false),
  })
  .refine(...notInProduction(...noLimits))
  .refine(...notInProduction('COOKIE_SECURE', (isSecure) => isSecure === false, 'must not be false in production'))
export type Config = z.infer<typeof Config>

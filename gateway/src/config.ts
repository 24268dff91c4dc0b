import { baseEnv, flag, notInProduction, origins, rateEnv, secret, secureOrigins, strictLimits } from '@zing/kit/env'
import { z } from 'zod'

/** Comma-separated `http://host:port` addresses, one per process of the service. */
const service = z
  .string('is missing')
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(z.url('must be a comma-separated list of URLs')))
/** Address that the client shows as a link: never `javascript:`. */
const link = z.url({ protocol: /^(?:https?|mailto)$/, error: 'must be an https or mailto URL' })
const isPlainHttp = (url: unknown) => /^http:/i.test(String(url))

export const Config = z
  .object({
    ...baseEnv,
    AUTH_URL: service,
    SOCIAL_URL: service,
    CHAT_URL: service,
    ADMIN_URL: service,
    SESSION_SECRET: secret,
    PUBLIC_ORIGINS: origins,
    /** `false` only for plain HTTP on localhost. */
    COOKIE_SECURE: flag.default(true),
    /** Redis shares rate limits between gateways; without a URL each process counts alone. */
    REDIS_URL: z.string().optional(),
    ...rateEnv,
    WEB_DIST: z.string().optional(),
    /** Number of proxies in front of the gateway that append to X-Forwarded-For. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
    TERMS_URL: link.default('https://example.org/terms'),
    PRIVACY_URL: link.default('https://example.org/privacy'),
    FEEDBACK_URL: link.default('https://example.org/feedback'),
    IS_DEMO: flag.default(false),
    /** Social's public key. Without it Web Push is off. */
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^B[A-P][A-Za-z0-9_-]{85}$/, 'must be a point on P-256 in base64url')
      .optional(),
  })
  .refine(...notInProduction(...strictLimits))
  .refine(...notInProduction(...secureOrigins))
  .refine(...notInProduction('TERMS_URL', isPlainHttp, 'must be https in production'))
  .refine(...notInProduction('PRIVACY_URL', isPlainHttp, 'must be https in production'))
  .refine(...notInProduction('FEEDBACK_URL', isPlainHttp, 'must be https in production'))
  .refine(...notInProduction('COOKIE_SECURE', (isSecure) => isSecure === false, 'must not be false in production'))
export type Config = z.infer<typeof Config>

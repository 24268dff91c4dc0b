import {
  baseEnv,
  drainSeconds,
  flag,
  notInProduction,
  origins,
  rateEnv,
  redisEnv,
  secret,
  secureOrigins,
  strictLimits,
} from '@zing/kit/env'
import { addressVariable, ROUTED_SERVICES, type RoutedService } from '@zing/proto/routes'
import { z } from 'zod'

const service = z
  .string('is missing')
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(z.url('must be a comma-separated list of URLs')))
  .describe('`http://host:port` of each process of the service, separated by commas')
const addresses = Object.fromEntries(ROUTED_SERVICES.map((name) => [addressVariable(name), service])) as Record<
  ReturnType<typeof addressVariable<RoutedService>>,
  typeof service
>
/** Never `javascript:`. */
function link(page: string) {
  return z
    .url({ protocol: /^(?:https?|mailto)$/, error: 'must be an https or mailto URL' })
    .default(`https://example.org/${page}`)
    .describe('link that the client shows: `https:` or `mailto:`; outside production also `http:`')
}
const PROXIES_MAX = 5
const isPlainHttp = (url: unknown) => /^http:/i.test(String(url))

export const Config = z
  .object({
    ...baseEnv,
    ...addresses,
    SESSION_SECRET: secret.describe("signs sessions: at least 32 characters, the same as auth's"),
    PUBLIC_ORIGINS: origins,
    COOKIE_SECURE: flag.default(true).describe('`false` only for plain http on one machine'),
    ...redisEnv,
    ...rateEnv,
    DRAIN_SECONDS: drainSeconds,
    WEB_DIST: z
      .string()
      .optional()
      .describe('folder of the built client; set in the image. Without it no pages are served.'),
    TRUST_PROXY: z.coerce
      .number()
      .int()
      .min(0)
      .max(PROXIES_MAX)
      .default(0)
      .describe(`number of proxies in front that append to \`X-Forwarded-For\`, at most ${PROXIES_MAX}`),
    TERMS_URL: link('terms'),
    PRIVACY_URL: link('privacy'),
    FEEDBACK_URL: link('feedback'),
    IS_DEMO: flag.default(false).describe('tells the client that there are demo users'),
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^B[A-P][A-Za-z0-9_-]{85}$/, 'must be a point on P-256 in base64url')
      .optional()
      .describe('the public key of Web Push, which is off without it: the same for gateway, social and chat'),
  })
  .refine(...notInProduction(...strictLimits))
  .refine(...notInProduction(...secureOrigins))
  .refine(...notInProduction('TERMS_URL', isPlainHttp, 'must be https in production'))
  .refine(...notInProduction('PRIVACY_URL', isPlainHttp, 'must be https in production'))
  .refine(...notInProduction('FEEDBACK_URL', isPlainHttp, 'must be https in production'))
  .refine(...notInProduction('COOKIE_SECURE', (isSecure) => isSecure === false, 'must not be false in production'))
export type Config = z.infer<typeof Config>

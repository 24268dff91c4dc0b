import { baseEnv, flag, notInProduction, origins, rateEnv, secureOrigins, strictLimits } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: z.string('is missing'),
    PUBLIC_ORIGINS: origins,
    /** Rejects sockets without an Origin header, which browsers always send. */
    WS_REQUIRE_ORIGIN: flag.default(true),
    /**
     * Shares the count of messages with the gateways, which count those that are posted; without it each process counts
     * alone.
     */
    REDIS_URL: z.string().optional(),
    ...rateEnv,
    /** Set where Web Push is set up; then messages that no device confirms are handed over to social. */
    VAPID_PUBLIC_KEY: z.string().optional(),
  })
  .refine(...notInProduction(...strictLimits))
  .refine(...notInProduction(...secureOrigins))
export type Config = z.infer<typeof Config>

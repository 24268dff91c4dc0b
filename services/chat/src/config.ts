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
     * Redis shares the count of messages with the gateways, which count posted messages. Without a URL each process counts
     * alone.
     */
    REDIS_URL: z.string().optional(),
    ...rateEnv,
    /** Set where Web Push is set up. Chat then hands messages over to social that no device confirms. */
    VAPID_PUBLIC_KEY: z.string().optional(),
  })
  .refine(...notInProduction(...strictLimits))
  .refine(...notInProduction(...secureOrigins))
export type Config = z.infer<typeof Config>

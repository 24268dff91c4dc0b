import { baseEnv, flag, notInProduction, origins, secureOrigins } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: z.string('is missing'),
    PUBLIC_ORIGINS: origins,
    /** Rejects sockets without an Origin header, which browsers always send. */
    WS_REQUIRE_ORIGIN: flag.default(true),
  })
  .refine(...notInProduction(...secureOrigins))
export type Config = z.infer<typeof Config>

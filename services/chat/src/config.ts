import { blobEnv, hasWholeS3 } from '@zing/blobs/env'
import {
  baseEnv,
  drainSeconds,
  flag,
  mongoUrl,
  notInProduction,
  origins,
  rateEnv,
  redisEnv,
  secureOrigins,
  strictLimits,
} from '@zing/kit/env'
import { z } from 'zod'

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: mongoUrl,
    PUBLIC_ORIGINS: origins,
    WS_REQUIRE_ORIGIN: flag
      .default(true)
      .describe('`false` accepts sockets without an `Origin` header, which every browser sends'),
    ...redisEnv,
    ...blobEnv,
    ...rateEnv,
    DRAIN_SECONDS: drainSeconds,
    VAPID_PUBLIC_KEY: z
      .string()
      .optional()
      .describe("as the gateway's: with it chat tells social of messages that no device confirms"),
  })
  .refine(...notInProduction(...strictLimits))
  .refine(...notInProduction(...secureOrigins))
  .superRefine(hasWholeS3)
export type Config = z.infer<typeof Config>

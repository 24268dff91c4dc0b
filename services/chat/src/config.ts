import { baseEnv } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z.object({
  ...baseEnv,
  MONGO_URL: z.string('is missing'),
  PUBLIC_ORIGINS: z.string('is missing').transform((text) => text.split(',').map((origin) => origin.trim())),
  /** Rejects sockets without an Origin header, which browsers always send. */
  WS_REQUIRE_ORIGIN: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})
export type Config = z.infer<typeof Config>

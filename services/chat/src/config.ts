import { baseEnv } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z.object({
  ...baseEnv,
  MONGO_URL: z.string('is missing'),
  /** Exactly the addresses that browsers show, with commas between. */
  PUBLIC_ORIGINS: z.string('is missing').transform((text) => text.split(',').map((origin) => origin.trim())),
  /** Refuse sockets that say nothing of where they come from, as browsers always do. */
  WS_REQUIRE_ORIGIN: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})
export type Config = z.infer<typeof Config>

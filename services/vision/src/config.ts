import { baseEnv } from '@zing/kit/env'
import { z } from 'zod'

const MEMORY_LIMIT_MB = 500
const NO_SIZE = 'must be a number of megabytes'

/** Vision reads pictures of strangers, so it gets no secret but its password for NATS. */
export const Config = z
  .object({
    ...baseEnv,
    MEMORY_LIMIT_MB: z.coerce
      .number(NO_SIZE)
      .int(NO_SIZE)
      .positive(NO_SIZE)
      .default(MEMORY_LIMIT_MB)
      .describe('a process above it finishes its picture and ends, so that its supervisor starts it again'),
  })
  .omit({ INTERNAL_TOKEN_SECRET: true })
export type Config = z.infer<typeof Config>

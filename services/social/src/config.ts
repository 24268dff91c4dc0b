import { baseEnv } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z.object({ ...baseEnv, MONGO_URL: z.string('is missing') })
export type Config = z.infer<typeof Config>

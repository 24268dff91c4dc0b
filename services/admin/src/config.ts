import { baseEnv } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z.object({ ...baseEnv })
export type Config = z.infer<typeof Config>

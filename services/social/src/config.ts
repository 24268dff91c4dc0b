import { baseEnv, notInProduction, rateEnv, strictLimits } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z
  .object({ ...baseEnv, MONGO_URL: z.string('is missing'), ...rateEnv })
  .refine(...notInProduction(...strictLimits))
export type Config = z.infer<typeof Config>

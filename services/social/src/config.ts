import { baseEnv, noLimits, notInProduction, rateProfile } from '@zing/kit/env'
import { z } from 'zod'

export const Config = z
  .object({ ...baseEnv, MONGO_URL: z.string('is missing'), RATE_PROFILE: rateProfile.default('normal') })
  .refine(...notInProduction(...noLimits))
export type Config = z.infer<typeof Config>

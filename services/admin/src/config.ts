import { baseEnv, flag, mongoUrl, notInProduction } from '@zing/kit/env'
import { COMMON_PINS } from '@zing/proto/accounts/pins'
import { ADMIN_PIN_ATTEMPTS, ADMIN_PIN_LENGTH, ADMIN_PIN_REFILL_SECONDS } from '@zing/proto/limits'
import { z } from 'zod'

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: mongoUrl,
    ADMIN_PIN: z
      .string('is missing')
      .regex(new RegExp(`^[0-9]{${ADMIN_PIN_LENGTH}}$`), `must have ${ADMIN_PIN_LENGTH} digits`)
      .describe(`${ADMIN_PIN_LENGTH} digits that open the admin panel`),
    ADMIN_PIN_REFILL_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .default(ADMIN_PIN_REFILL_SECONDS)
      .describe(`one of the ${ADMIN_PIN_ATTEMPTS} PIN attempts comes back after this time`),
    ADMIN_RESET_ENABLED: flag
      .optional()
      .describe('`true` or `false`, or `1` or `0`, as all flags. Without it reset is on except in production.'),
    ADMIN_USERNAMES: z
      .string()
      .optional()
      .describe('who may use the panel, separated by commas; without it every user with the PIN'),
  })
  .refine(...notInProduction('ADMIN_PIN', (pin) => COMMON_PINS.has(String(pin)), 'is too easy for production'))
export type Config = z.infer<typeof Config>

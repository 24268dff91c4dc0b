import { baseEnv, flag, notInProduction } from '@zing/kit/env'
import { COMMON_PINS } from '@zing/proto/accounts/pins'
import { ADMIN_PIN_LENGTH, ADMIN_PIN_REFILL_SECONDS } from '@zing/proto/limits'
import { z } from 'zod'

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: z.string('is missing'),
    ADMIN_PIN: z
      .string('is missing')
      .regex(new RegExp(`^[0-9]{${ADMIN_PIN_LENGTH}}$`), `must have ${ADMIN_PIN_LENGTH} digits`),
    /** One used attempt is refilled after this time. */
    ADMIN_PIN_REFILL_SECONDS: z.coerce.number().int().min(1).default(ADMIN_PIN_REFILL_SECONDS),
    /** Default: enabled except in production. */
    ADMIN_RESET_ENABLED: flag.optional(),
    /** Comma-separated usernames that may use the panel; default: all users who know the PIN. */
    ADMIN_USERNAMES: z.string().optional(),
  })
  .refine(...notInProduction('ADMIN_PIN', (pin) => COMMON_PINS.has(String(pin)), 'is too easy for production'))
export type Config = z.infer<typeof Config>

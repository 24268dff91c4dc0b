import { baseEnv, notInProduction } from '@zing/kit/env'
import { ADMIN_PIN_LENGTH, ADMIN_PIN_REFILL_SECONDS } from '@zing/proto/limits'
import { z } from 'zod'

const TOO_EASY = /^(\d)\1*$|^1234$/ // the first that anybody tries

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: z.string('is missing'),
    ADMIN_PIN: z
      .string('is missing')
      .regex(new RegExp(`^[0-9]{${ADMIN_PIN_LENGTH}}$`), `must have ${ADMIN_PIN_LENGTH} digits`),
    /** One of the ten attempts is refillAttempts in so long. */
    ADMIN_PIN_REFILL_SECONDS: z.coerce.number().int().min(1).default(ADMIN_PIN_REFILL_SECONDS),
    /** Not set: only outside production. */
    ADMIN_RESET_ENABLED: z.enum(['true', 'false']).optional(),
    /** Who may use the panel, with commas between; not set: everybody who knows the PIN. */
    ADMIN_USERNAMES: z.string().optional(),
  })
  .refine(...notInProduction('ADMIN_PIN', (pin) => TOO_EASY.test(String(pin)), 'is too easy for production'))
export type Config = z.infer<typeof Config>

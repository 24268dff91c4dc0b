import { baseEnv, flag, notInProduction, rateEnv, strictLimits } from '@zing/kit/env'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { z } from 'zod'

const WRONG_KEYS = 'must be set together with VAPID_PRIVATE_KEY and belong to it'

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: z.string('is missing'),
    ...rateEnv,
    /** Keys of Web Push, which is off without them. Changing them ends the notifications of all devices. */
    VAPID_PUBLIC_KEY: z.string().optional(),
    VAPID_PRIVATE_KEY: z.string().optional(),
    /** Where push hosts reach the operator. */
    VAPID_SUBJECT: z
      .string()
      .regex(/^(?:mailto:[^@]+@.+|https:\/\/.+)$/, 'must be a mailto: or https: address')
      .default('mailto:postmaster@example.org'),
    /** Accepts push hosts on this machine, for tests. */
    PUSH_ALLOW_LOOPBACK: flag.default(false),
  })
  .refine(...notInProduction(...strictLimits))
  .refine(...notInProduction('PUSH_ALLOW_LOOPBACK', (isAllowed) => isAllowed === true, 'is for tests only'))
  .refine((config) => hasOwnKeys(config), { path: ['VAPID_PUBLIC_KEY'], message: WRONG_KEYS, when: () => true })
export type Config = z.infer<typeof Config>

function hasOwnKeys(config: { VAPID_PUBLIC_KEY?: unknown; VAPID_PRIVATE_KEY?: unknown }): boolean {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config
  if (publicKey === undefined && privateKey === undefined) return true
  try {
    return vapidPublicKeyOf(String(privateKey)) === publicKey
  } catch {
    return false
  }
}

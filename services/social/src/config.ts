import { baseEnv, flag, mongoUrl, notInProduction, rateEnv, strictLimits } from '@zing/kit/env'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { z } from 'zod'

const WRONG_KEYS = 'must be set together with VAPID_PRIVATE_KEY and belong to it'

const VAPID_KEYS =
  'the pair that `npm run compose:secrets` makes. **When it changes, the notifications of all devices end** until their users open the app.'

export const Config = z
  .object({
    ...baseEnv,
    MONGO_URL: mongoUrl,
    ...rateEnv,
    VAPID_PUBLIC_KEY: z.string().optional().describe(VAPID_KEYS),
    VAPID_PRIVATE_KEY: z.string().optional().describe(VAPID_KEYS),
    VAPID_SUBJECT: z
      .string()
      .regex(/^(?:mailto:[^@]+@.+|https:\/\/.+)$/, 'must be a mailto: or https: address')
      .default('mailto:postmaster@example.org')
      .describe(
        'where the operators of push hosts reach you: a `mailto:` or `https:` address. Set it: some hosts ask for it.',
      ),
    PUSH_ALLOW_LOOPBACK: flag.default(false).describe('accepts push hosts on this machine, for tests'),
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

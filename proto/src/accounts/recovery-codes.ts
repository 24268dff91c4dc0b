import { z } from 'zod/mini'

/** Letters and digits that users do not confuse: no I, L, O or U (Crockford). */
export const RECOVERY_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4
/** Characters of a code without hyphens: 80 random bits, which nobody can guess even with access to the digests. */
export const RECOVERY_CODE_LENGTH = GROUPS * GROUP_LENGTH

/** Formats a code for display: `7K3M-Q2ZD-04TR-9XWC`. */
export function formatRecoveryCode(code: string): string {
  return Array.from({ length: GROUPS }, (_, i) => code.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH)).join('-')
}

/** A code as users type it. Letter case, hyphens and spaces do not matter. O counts as 0, I and L count as 1. */
export const recoveryCode = z.pipe(
  z
    .string('Recovery code is required')
    .check(z.minLength(1, 'Recovery code is required'), z.maxLength(60, 'Invalid recovery code')),
  z.pipe(
    z.transform((text: string) => text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')),
    z
      .string()
      .check(z.regex(new RegExp(`^[${RECOVERY_CODE_ALPHABET}]{${RECOVERY_CODE_LENGTH}}$`), 'Invalid recovery code')),
  ),
)

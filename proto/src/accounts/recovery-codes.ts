import { z } from 'zod/mini'

/** Letters and digits that users do not mistake for each other: no I, L, O or U (Crockford). */
export const RECOVERY_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4
/** Characters of a code without its hyphens: 80 random bits, which cannot be guessed even where the digests are known. */
export const RECOVERY_CODE_LENGTH = GROUPS * GROUP_LENGTH

/** A code as it is shown: `7K3M-Q2ZD-04TR-9XWC`. */
export function formatRecoveryCode(code: string): string {
  return Array.from({ length: GROUPS }, (_, i) => code.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH)).join('-')
}

/** A code as a user types it. Any case is accepted, with or without hyphens and spaces, O for 0, and I or L for 1. */
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

import { createHash, randomInt } from 'node:crypto'
import { RECOVERY_CODE_ALPHABET, RECOVERY_CODE_LENGTH } from '@zing/proto/accounts/recovery-codes'
import { RECOVERY_CODES } from '@zing/proto/limits'

/** Returns new codes without hyphens, all different. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(newCode())
  return [...codes]
}

function newCode(): string {
  const characters = Array.from({ length: RECOVERY_CODE_LENGTH }, () => randomInt(RECOVERY_CODE_ALPHABET.length))
  return characters.map((i) => RECOVERY_CODE_ALPHABET[i]).join('')
}

/** A plain digest is enough for 80 random bits. It includes the user, so that equal codes of two accounts differ. */
export function digestRecoveryCode(userId: number, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('base64url')
}

import { errors } from '@zing/proto/errors'
import { PASSWORD_MIN } from '@zing/proto/limits'
import { PRODUCT_NAME } from '@zing/proto/product'
import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORDS = 10_000

/** Lower case. The dictionary lists passwords from published breaches, the most common first. */
const common = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).slice(0, COMMON_PASSWORDS),
)

/** Words that an attacker would try on this site (ASVS 6.1.2). */
const CONTEXT_WORDS = [PRODUCT_NAME.toLowerCase(), 'dating', 'admin', 'moderator', 'support', 'password']

/**
 * Refuses a new password that a stranger would try first, in any letter case. Either it is common, or it contains the
 * username or CONTEXT_WORDS, and otherwise only digits and signs.
 */
export function requireUncommonPassword(password: string, usernameKey: string): void {
  const lower = password.toLowerCase()
  if (common.has(lower) || !hasWordOfItsOwn(lower, [usernameKey, ...CONTEXT_WORDS])) throw errors.commonPassword()
}

/** True also for a password without any of the words. If it has only digits, other rules decide about it. */
function hasWordOfItsOwn(password: string, words: string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password)
  return rest === password || /\p{L}/u.test(rest)
}

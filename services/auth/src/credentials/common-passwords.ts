import { errors } from '@zing/proto/errors'
import { PASSWORD_MIN } from '@zing/proto/limits'
import { PRODUCT_NAME } from '@zing/proto/product'
import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORDS = 10_000

/** In lower case. The dictionary has the most common passwords of published breaches, the most common first. */
const common = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).slice(0, COMMON_PASSWORDS),
)

/** Words that come to mind here (ASVS 6.1.2). */
const CONTEXT_WORDS = [PRODUCT_NAME.toLowerCase(), 'dating', 'admin', 'moderator', 'support', 'password']

/**
 * Refuses a new password that is among the first that a stranger would try, in whatever case: a common one, and one that
 * consists of the username, CONTEXT_WORDS, digits and signs alone.
 */
export function requireUncommonPassword(password: string, usernameKey: string): void {
  const lower = password.toLowerCase()
  if (common.has(lower) || !hasWordOfItsOwn(lower, [usernameKey, ...CONTEXT_WORDS])) throw errors.commonPassword()
}

/** A password without any of the words is left to the other rules, also one of digits alone. */
function hasWordOfItsOwn(password: string, words: string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password)
  return rest === password || /\p{L}/u.test(rest)
}

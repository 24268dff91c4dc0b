import { errors } from '@zing/proto/errors'
import { PASSWORD_MIN } from '@zing/proto/limits'
import { PRODUCT_NAME } from '@zing/proto/product'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Ctx } from '../context.ts'

const COMMON_PASSWORDS = 10_000

/** Lower case. The dictionary lists passwords from published breaches, the most common first. */
const common = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).slice(0, COMMON_PASSWORDS),
)

/** Words that an attacker would try on this site (ASVS 6.1.2). */
const CONTEXT_WORDS = [PRODUCT_NAME.toLowerCase(), 'dating', 'admin', 'moderator', 'support', 'password']

/** Shorter words of a name are in many passwords. */
const NAME_WORD = /[\p{L}\p{N}]{3,}/gu

/**
 * Refuses a new password that a stranger would try first, in any letter case. Either it is common, or it has only known
 * words, digits and signs. Known are the username, words of the community's name and CONTEXT_WORDS.
 */
export function requireUncommonPassword(
  { settings }: Pick<Ctx, 'settings'>,
  password: string,
  usernameKey: string,
): void {
  const lower = password.toLowerCase()
  const name = settings.current().settings.name.toLowerCase()
  const words = [usernameKey, name, ...(name.match(NAME_WORD) ?? []), ...CONTEXT_WORDS]
  if (common.has(lower) || !hasWordOfItsOwn(lower, words)) throw errors.commonPassword()
}

/** True also for a password without any of the words. If it has only digits, other rules decide about it. */
function hasWordOfItsOwn(password: string, words: string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password)
  return rest === password || /\p{L}/u.test(rest)
}

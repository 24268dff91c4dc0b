import { AppError } from '@zing/kit/errors'
import { errorCodes } from '@zing/proto/error-codes'
import { messages } from '@zing/proto/http/errors'
import { PASSWORD_MIN } from '@zing/proto/limits'
import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORDS = 10_000

/** In lower case. The dictionary has the commonest passwords of published breaches, the commonest first. */
const common = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).slice(0, COMMON_PASSWORDS),
)

/** Refuses a new password that is among the first that a stranger would try, in whatever case. */
export function requireUncommonPassword(password: string): void {
  if (common.has(password.toLowerCase()))
    throw new AppError(400, messages.commonPassword, { code: errorCodes.commonPassword })
}

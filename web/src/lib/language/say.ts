import { i18n } from '@lingui/core'
import { errorId } from '@zing/proto/error-id'
import type { ErrorBody } from '@zing/proto/http/errors'

/** The text of proto with this id in the reader's language; the English one where the catalogue has none. */
export function say(id: string, english: string, params?: Record<string, unknown>): string {
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, params) : english
}

/** The message of a rule of the contract, which is known by its English text. Other text stays as it is. */
export function sayRule(message: string): string {
  return say(`rule.${message}`, message)
}

type SaidError = { message: string } & Record<'code' | 'reason', string | undefined> & Pick<ErrorBody, 'params'>

/** An error of the server by its code and parameters. `INVALID_REQUEST` has the message of the broken rule. */
export function sayError({ message, code, reason, params }: SaidError): string {
  const rule = sayRule(message)
  return rule === message ? say(errorId({ code, reason }), message, params) : rule
}

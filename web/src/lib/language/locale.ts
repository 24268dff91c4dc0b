import { i18n } from '@lingui/core'

/** The locale of dates and numbers on the screen. English ones are British, as the specification has them. */
export function locale(): string {
  return i18n.locale === 'en' ? 'en-GB' : i18n.locale
}

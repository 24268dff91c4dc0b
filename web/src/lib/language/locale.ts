import { i18n } from '@lingui/core'

/** The locale of dates, numbers and lists. English ones are British, as the specification has them. */
export function locale(language = i18n.locale): string {
  if (language === 'en') return 'en-GB'
  return language === 'ar' ? 'ar-u-nu-latn' : language // the texts have these digits
}

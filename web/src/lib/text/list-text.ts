import { locale } from '../language/locale.ts'

/** Lists names, such as "Ben, Cleo". */
export function listText(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(items)
}

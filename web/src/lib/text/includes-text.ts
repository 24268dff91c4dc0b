/** True if a text contains what the user searches for, whatever its case and diacritics. */
export function includesText(text: string, searched: string): boolean {
  return plain(text).includes(plain(searched.trim()))
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

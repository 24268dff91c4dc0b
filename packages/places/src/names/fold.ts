// Marks that people leave out when they type: accents, and the vowel signs of Arabic and Hebrew.
// The two excepted ones make another sound of a Japanese letter.
const MARKS = /(?![\u3099\u309a])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]/gu
const APOSTROPHES = /['’‘ʻʼʹ`´ʿʾ]/g
const OTHERS = /[^\p{L}\p{M}\p{N}]+/gu
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ı: 'i', ə: 'e', ŋ: 'n' },
  ...{ ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك', ہ: 'ه', ە: 'ه', ھ: 'ه', ـ: '' },
}
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const UMLAUT = /[äöüøå]/g
const ASCII = /^[a-z ]*$/

/** The form in which names are compared: without case, diacritics and punctuation. */
export function fold(text: string) {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower.trim().replace(/ +/g, ' ')
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] as string)
    .replace(APOSTROPHES, '')
    .replace(OTHERS, ' ')
    .trim()
}

/** The other way to write umlauts without dots: `Köln` becomes `koeln`. */
export function foldToDigraphs(text: string) {
  return fold(
    text
      .toLowerCase()
      .normalize('NFC')
      .replace(UMLAUT, (letter) => UMLAUTS[letter] as string),
  )
}

/** Invisible characters: zero-width characters, fillers, variation selectors, marks for the direction. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Dots that browsers accept as a full stop, and dots that look like it. NFKC has converted others. */
const DOTS = /[\u3002\u0701\u0702\ua4f8\ua60e]/g
/** Lower-case letters that look like Latin ones, or do so in upper case: Cyrillic, Greek, phonetic. */
const LOOK_ALIKES = [
  ['авеѕіјкӏмнорсԛтԁһԝухьүѵ', 'abesijklmhopcqtdhwyxbyv'],
  ['αβγεζηικνορτυχω', 'abyeznikvoptuxw'],
  ['ɑɡıɩʏſ', 'agiiys'],
] as const
const LATIN = new Map(LOOK_ALIKES.flatMap(([from, to]) => [...from].map((letter, i) => [letter, [...to][i] ?? letter])))

/** The text as its reader sees it: without invisible characters, one form for letters and dots that look alike. */
export function visibleText(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(DOTS, '.')
}

/** Lower-case letters. Letters that look Latin become Latin. */
export function toLatin(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => LATIN.get(letter) ?? letter).join('')
}

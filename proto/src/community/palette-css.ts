import type { Palette } from './settings.ts'

/** Id of the element of the page with the palette. Absent with the default accent. */
export const PALETTE_ELEMENT = 'palette'

const TOKEN = /^[a-z0-9-]+$/
/** A colour, and nothing that could end the declaration. */
const COLOUR = /^[\w#%(),./ -]+$/

/** The palette as a style sheet, which overrides the tokens of web/src/styles.css wherever it stands. Empty without one. */
export function paletteCss({ light, dark }: Palette): string {
  const always = declarations(light)
  const inDark = declarations(dark)
  return [always && `html:root{${always}}`, inDark && `@media (prefers-color-scheme: dark){html:root{${inDark}}}`].join(
    '',
  )
}

function declarations(colours: Record<string, string>): string {
  return Object.entries(colours)
    .filter(([token, colour]) => TOKEN.test(token) && COLOUR.test(colour))
    .map(([token, colour]) => `--color-${token}:${colour};`)
    .join('')
}

import { PALETTE_ELEMENT, paletteCss } from '@zing/proto/community/palette-css'
import type { Palette } from '@zing/proto/community/settings'

/** Gives this page other colours than the gateway has written into it. Old browsers show them after a reload. */
export function showPalette(palette: Palette): void {
  if (!('adoptedStyleSheets' in document)) return
  document.getElementById(PALETTE_ELEMENT)?.remove()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(paletteCss(palette))
  document.adoptedStyleSheets = [sheet]
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contrastOf, roughColours, THEMES, type Theme } from './accent-colours.ts'

const styles = readFileSync(path.resolve(import.meta.dirname, '../../styles.css'), 'utf8')

test('the colours of both themes are the same as in styles.css', () => {
  const [light = '', dark = ''] = styles.split('@media (prefers-color-scheme: dark)')
  for (const [theme, css] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const [token, colour] of Object.entries(THEMES[theme])) expect(css).toContain(`--color-${token}: ${colour};`)
})

test('when the accent is hard to read, the preview moves it until text is readable', () => {
  for (let index = 0; index < 200; index++) {
    const accent = `#${((index * 7_919_317) % 0x1000000).toString(16).padStart(6, '0')}`
    for (const theme of ['light', 'dark'] satisfies Theme[]) {
      const { zing = '', 'on-zing': onZing = '' } = roughColours(accent, theme)
      const contrasts = [contrastOf(zing, THEMES[theme].bg), contrastOf(zing, onZing)]
      expect(Math.min(...contrasts), `${accent} ${theme}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

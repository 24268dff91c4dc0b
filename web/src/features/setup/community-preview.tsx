import { t } from '@lingui/core/macro'
import { DEFAULT_ACCENT } from '@zing/proto/product'
import type { CSSProperties } from 'react'
import { roughColours, THEMES, type Theme } from '../../lib/view/accent-colours.ts'
import { Bolt } from '../../ui/bolt.tsx'
import { buttonStyle } from '../../ui/button.tsx'

/** A small landing in both themes, with the name and an estimate of the colours that the server will make. */
export function CommunityPreview({ name, accent }: { name: string; accent: string }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {(['light', 'dark'] as const).map((theme) => (
        <Preview key={theme} theme={theme} name={name} accent={accent} />
      ))}
    </div>
  )
}

function Preview({ theme, name, accent }: { theme: Theme; name: string; accent: string }) {
  const own = accent === DEFAULT_ACCENT ? {} : roughColours(accent, theme)
  const tokens = Object.entries({ ...THEMES[theme], ...own })
  const style = Object.fromEntries(tokens.map(([token, colour]) => [`--color-${token}`, colour]))
  return (
    <figure style={style as CSSProperties} className="rounded-card border border-line bg-bg p-4 text-center text-ink">
      <figcaption className="sr-only">{theme === 'light' ? t`Preview, light` : t`Preview, dark`}</figcaption>
      <Bolt className="mx-auto size-7 text-zing" />
      <p className="mt-1 font-display text-xl font-bold [overflow-wrap:anywhere]">{name.trim() || t`Your community`}</p>
      <span aria-hidden className={`mt-3 ${buttonStyle({ size: 'sm' })}`}>{t`Sign Up`}</span>
    </figure>
  )
}

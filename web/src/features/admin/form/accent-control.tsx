import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DEFAULT_SETTINGS, type Palette } from '@zing/proto/community/settings'
import type { CSSProperties } from 'react'
import { isColour, roughColours, THEMES, type Theme } from '../../../lib/view/accent-colours.ts'
import { settingsQuery } from '../../../queries/moderation/settings.ts'
import { Bolt } from '../../../ui/bolt.tsx'
import { buttonStyle } from '../../../ui/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import type { ControlProps } from './described.ts'

/** The accent with what it looks like in both themes. */
export function AccentControl({ setting: { label }, value, error, onChange }: ControlProps) {
  const { data } = useQuery(settingsQuery)
  const saved = data?.settings.accent
  const accent = isColour(value) ? value.toLowerCase() : (saved ?? DEFAULT_SETTINGS.accent)
  return (
    <div className="flex flex-col gap-3">
      <Field label={label} hint={t`We adjust it a little where text would be hard to read.`} error={error}>
        {(control) => (
          <div className="flex items-center gap-3">
            <input
              type="color"
              aria-label={t`Pick a colour`}
              value={accent}
              onChange={({ target }) => onChange(target.value)}
              className="size-12 shrink-0 cursor-pointer rounded-(--radius-input) border border-line bg-surface p-1"
            />
            <Input
              {...control}
              value={String(value)}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => onChange(target.value)}
              className="max-w-40 font-mono"
            />
          </div>
        )}
      </Field>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <Preview
            key={theme}
            theme={theme}
            colours={coloursOf(accent, theme, accent === saved ? data?.palette : null)}
          />
        ))}
      </div>
    </div>
  )
}

/** The server's colours for a saved accent, the stylesheet's for the default one, else an estimate. */
function coloursOf(accent: string, theme: Theme, palette: Palette | null | undefined): Record<string, string> {
  if (palette) return palette[theme]
  return accent === DEFAULT_SETTINGS.accent ? {} : roughColours(accent, theme)
}

function Preview({ theme, colours }: { theme: Theme; colours: Record<string, string> }) {
  const tokens = Object.entries({ ...THEMES[theme], ...colours })
  const style = Object.fromEntries(tokens.map(([token, colour]) => [`--color-${token}`, colour]))
  return (
    <figure style={style as CSSProperties} className="rounded-card border border-line bg-bg p-4 text-ink">
      <figcaption className="mb-3 text-sm text-ink-2">{theme === 'light' ? t`Light` : t`Dark`}</figcaption>
      <div className="flex flex-col gap-3 rounded-(--radius-input) border border-line bg-surface p-4">
        <p className="flex items-center gap-2 font-display text-lg font-bold">
          <Bolt className="size-6 text-zing" />
          {t`Ada, 30`}
        </p>
        <p className="text-sm text-ink-2">
          <Trans>
            Likes long walks and <span className="text-zing underline underline-offset-4">short messages</span>
          </Trans>
        </p>
        <span className={buttonStyle({ size: 'sm', wide: true })}>{t`Say hello`}</span>
      </div>
    </figure>
  )
}

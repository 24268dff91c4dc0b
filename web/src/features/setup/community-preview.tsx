import { t } from '@lingui/core/macro'
import { roughColours } from '../../lib/view/accent-colours.ts'
import { Bolt } from '../../ui/bolt.tsx'

/** A small landing with the name and an estimate of the colours that the server will make. */
export function CommunityPreview({ name, accent }: { name: string; accent: string }) {
  const { zing, 'on-zing': onZing } = roughColours(accent, 'light')
  return (
    <figure className="rounded-card border border-line bg-surface p-5 text-center">
      <figcaption className="sr-only">{t`Preview`}</figcaption>
      <p className="flex items-center justify-center gap-2 font-display text-2xl font-bold [overflow-wrap:anywhere]">
        <span style={{ color: accent }}>
          <Bolt className="size-7 shrink-0" />
        </span>
        {name.trim() || t`Your community`}
      </p>
      <span
        aria-hidden
        style={{ background: zing, color: onZing }}
        className="mt-4 inline-block rounded-full px-6 py-3 font-semibold"
      >{t`Sign Up`}</span>
    </figure>
  )
}

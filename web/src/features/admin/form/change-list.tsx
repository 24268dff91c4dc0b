import { t } from '@lingui/core/macro'
import type { SettingsChange } from '@zing/proto/community/settings'
import { ArrowRight } from 'lucide-react'
import { changeInWords } from './setting-words.ts'

/** Changes of settings in words. */
export function ChangeList({ changes }: { changes: readonly SettingsChange[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {changes.map(changeInWords).map(({ path, label, from, to }) => (
        <li key={path} className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{label}: </span>
          <span className="text-ink-2">
            <bdi>{from}</bdi>
          </span>
          <ArrowRight
            aria-label={t`to`}
            className="mx-1.5 inline size-4 text-ink-2 rtl:-scale-x-100"
            strokeWidth={1.75}
          />
          <bdi>{to}</bdi>
        </li>
      ))}
    </ul>
  )
}

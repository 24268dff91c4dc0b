import { t } from '@lingui/core/macro'
import { Coffee, X } from 'lucide-react'
import { useBreakDue } from '../../queries/moderation/breaks.ts'
import { buttonStyle } from '../../ui/button.tsx'

/** Suggests a break after many decisions. It stops nobody. */
export function BreakHint() {
  const due = useBreakDue()
  return (
    <output className="block">
      {due && (
        <span className="flex items-center gap-3 bg-surface-2 ps-4 pe-1 text-sm">
          <Coffee aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
          <span className="flex-1">{t`${due.count} decisions without a break. A few minutes away would do you good.`}</span>
          <button
            type="button"
            aria-label={t`Not now`}
            onClick={due.end}
            className={buttonStyle({ variant: 'ghost', size: 'icon' })}
          >
            <X aria-hidden className="size-5" />
          </button>
        </span>
      )}
    </output>
  )
}

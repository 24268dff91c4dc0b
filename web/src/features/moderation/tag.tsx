import { t } from '@lingui/core/macro'
import type { Severity } from '@zing/proto/moderation/categories'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { SEVERITY_NAMES } from './words.ts'

const COLOURS: Record<Severity, string> = {
  critical: 'border-transparent bg-bad text-white dark:text-on-zing',
  high: 'border-bad text-bad',
  medium: 'border-warn text-warn',
  low: 'border-line text-ink-2',
}

export function SeverityTag({ severity }: { severity: Severity }) {
  return (
    <Tag className={COLOURS[severity]}>
      <span className="sr-only">{t`Severity:`} </span>
      {t(SEVERITY_NAMES[severity])}
    </Tag>
  )
}

export function Tag({ className = 'border-line text-ink-2', children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm font-semibold',
        className,
      )}
    >
      {children}
    </span>
  )
}

import { t } from '@lingui/core/macro'
/** Hashes that only an audit needs, out of the way of the moderator. */
export function SealDetails({ children }: { children: string }) {
  return (
    <details className="text-[13px] text-ink-2">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center underline underline-offset-4">{t`Details`}</summary>
      <p className="font-mono whitespace-pre-line [overflow-wrap:anywhere]">{children}</p>
    </details>
  )
}

import { clsx } from 'clsx'

/** Small number, hidden at zero; `label` says it with the counted things to screen readers. */
export function CountBadge({ count, label, className }: { count: number; label: string; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      className={clsx(
        'inline-grid h-5 min-w-5 place-items-center rounded-full bg-zing px-1.5 text-[13px] leading-none font-bold text-on-zing tabular-nums',
        className,
      )}
    >
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

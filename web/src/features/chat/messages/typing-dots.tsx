import { t } from '@lingui/core/macro'

export function TypingDots({ name }: { name: string }) {
  return (
    <span className="mt-2 inline-flex gap-1 rounded-[18px] border border-line bg-surface px-4 py-3.5">
      <span className="sr-only">{t`${name} is typing`}</span>
      {[0, 150, 300].map((delay) => (
        <span
          key={delay}
          aria-hidden
          className="size-2 rounded-full bg-ink-2 opacity-60 animate-dot"
          style={{ animationDelay: `${delay}ms` }}
        />
      ))}
    </span>
  )
}

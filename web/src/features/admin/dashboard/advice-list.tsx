import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { Link as RouterLink } from 'react-router-dom'
import type { Advice, Urgency } from './advice-parts.ts'

/** The advice that needs an act, most urgent first. */
export function ToDo({ list }: { list: Advice[] }) {
  return (
    <section aria-labelledby="to-do" className="rounded-card border border-line bg-surface p-4">
      <h3 id="to-do" className="text-lg">
        {list.length > 0 ? t`To do` : t`All is well`}
      </h3>
      {list.length === 0 && <p className="text-ink-2">{t`No number needs you today.`}</p>}
      <ol className="divide-y divide-line">
        {list.map((one) => (
          <li key={one.topic} className="flex items-baseline gap-3 py-2 last:pb-0">
            <span className={`size-2.5 shrink-0 rounded-full ${marks()[one.urgency].style}`}>
              <span className="sr-only">{marks()[one.urgency].name}</span>
            </span>
            <Sentence advice={one} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const marks = (): Record<Urgency, { name: string; style: string }> => ({
  0: { name: t`Nothing to do:`, style: 'bg-ok' },
  1: { name: t`When you have time:`, style: 'bg-ink-2' },
  2: { name: t`Soon:`, style: 'bg-warn' },
  3: { name: t`Today:`, style: 'bg-bad' },
})

/** A sentence with the link to its act, which is below it on a narrow card. */
export function Sentence({ advice: { text, link }, isStacked = false }: { advice: Advice; isStacked?: boolean }) {
  const style = 'inline-flex min-h-11 shrink-0 items-center font-semibold text-zing underline underline-offset-4'
  return (
    <div
      className={clsx(
        'flex min-w-0 flex-1 flex-col items-start gap-x-4 [overflow-wrap:anywhere]',
        !isStacked && 'sm:flex-row sm:items-baseline',
      )}
    >
      <p className="flex-1">{text}</p>
      {link.to.startsWith('#') ? (
        <a href={link.to} className={style}>
          {link.label}
        </a>
      ) : (
        <RouterLink to={link.to} className={style}>
          {link.label}
        </RouterLink>
      )}
    </div>
  )
}

import { t } from '@lingui/core/macro'
import type { Settings } from '@zing/proto/community/settings'
import { textOf } from '../lib/state/community.ts'

/** The community's rules in short, to read before one accepts them. */
export function RulesList({ rules }: { rules: Settings['rules'] }) {
  return (
    <ol
      aria-label={t`Rules`}
      className="flex flex-col gap-3 rounded-(--radius-input) border border-line bg-surface p-4 [counter-reset:rule]"
    >
      {rules.map((rule) => (
        <li
          key={textOf(rule.title)}
          className="flex gap-3 [counter-increment:rule] before:w-4 before:shrink-0 before:font-display before:font-bold before:text-zing before:content-[counter(rule)]"
        >
          <span dir="auto" className="min-w-0 flex-1 text-ui-start [overflow-wrap:anywhere]">
            <span className="block font-semibold">{textOf(rule.title)}</span>
            <span className="block text-sm whitespace-pre-wrap text-ink-2">{textOf(rule.text)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

import { t } from '@lingui/core/macro'
import type { Settings } from '@zing/proto/community/settings'
import { RULES_MAX } from '@zing/proto/limits'
import { ChevronDown, ChevronUp, type LucideIcon, Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { announce } from '../../../lib/state/toast-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, FieldError } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { TextArea } from '../../../ui/inputs/text-area.tsx'
import type { ControlProps } from './described.ts'
import { ruleOfFault } from './find-faults.ts'
import { readInstead, shown, withText } from './local-texts.ts'

type Rule = Settings['rules'][number]

/** An ordered list of rules. The focus follows what was moved, added or removed. */
export function RulesControl({ value, texts, error, onChange }: ControlProps) {
  const rules = value as Rule[] // parsed by the contract
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string | null>(null)

  useEffect(() => {
    if (focused.current === null) return
    const target = list.current?.parentElement?.querySelector<HTMLElement>(focused.current)
    focused.current = null
    target?.focus()
  })

  function change(index: number, part: Partial<Rule>): void {
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...part } : rule)))
  }

  function move(index: number, by: 1 | -1): void {
    const to = index + by
    const moved = rules.toSpliced(index, 1).toSpliced(to, 0, rules[index] as Rule)
    const isAtEnd = to === 0 || to === rules.length - 1 // where the same button is disabled
    focused.current = `[data-rule="${to}"] [data-move="${by < 0 !== isAtEnd ? 'up' : 'down'}"]`
    onChange(moved)
    const place = to + 1
    announce(t`Rule moved to place ${place} of ${rules.length}`)
  }

  function add(): void {
    focused.current = `[data-rule="${rules.length}"] input`
    onChange([...rules, { title: '', text: '' }])
  }

  function remove(index: number): void {
    focused.current = rules.length > 1 ? `[data-rule="${Math.max(0, index - 1)}"] input` : '[data-add]'
    onChange(rules.toSpliced(index, 1))
    announce(t`Rule removed`)
  }

  return (
    <div className="flex flex-col gap-3">
      <ol ref={list} aria-label={t`Rules`} className="flex flex-col gap-3">
        {rules.map((rule, index) => {
          const number = index + 1
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, and a place is all that a rule is
              key={index}
              data-rule={index}
              className="flex flex-col gap-3 rounded-(--radius-input) border border-line bg-bg p-3"
            >
              <div className="flex items-center">
                <span aria-hidden className="flex-1 font-display text-lg font-bold text-ink-2 tabular-nums">
                  {number}
                </span>
                <Small
                  icon={ChevronUp}
                  label={t`Move rule ${number} up`}
                  data-move="up"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Small
                  icon={ChevronDown}
                  label={t`Move rule ${number} down`}
                  data-move="down"
                  disabled={index === rules.length - 1}
                  onClick={() => move(index, 1)}
                />
                <Small icon={Trash2} label={t`Remove rule ${number}`} onClick={() => remove(index)} />
              </div>
              <Field label={t`Title of rule ${number}`}>
                {(control) => (
                  <Input
                    {...control}
                    aria-invalid={error?.startsWith(ruleOfFault(index)) ?? false}
                    placeholder={readInstead(rule.title, texts) || t`Be kind`}
                    value={shown(rule.title, texts)}
                    onChange={({ target }) => change(index, { title: withText(rule.title, texts, target.value) })}
                  />
                )}
              </Field>
              <Field label={t`Text of rule ${number}`}>
                {(control) => (
                  <TextArea
                    {...control}
                    placeholder={readInstead(rule.text, texts) || t`Write to people as you would speak to them.`}
                    value={shown(rule.text, texts)}
                    onChange={({ target }) => change(index, { text: withText(rule.text, texts, target.value) })}
                  />
                )}
              </Field>
            </li>
          )
        })}
      </ol>
      {rules.length === 0 && <p className="text-ink-2">{t`No rules yet.`}</p>}
      <FieldError id="rules-error" error={error} />
      {rules.length < RULES_MAX && (
        <Button variant="outline" size="sm" data-add className="self-start" onClick={add}>
          <Plus aria-hidden className="size-5" strokeWidth={1.75} />
          {t`Add a rule`}
        </Button>
      )}
    </div>
  )
}

type SmallProps = ComponentProps<typeof Button> & { icon: LucideIcon; label: string }

function Small({ icon: Icon, label, ...button }: SmallProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} {...button}>
      <Icon aria-hidden className="size-5" strokeWidth={1.75} />
    </Button>
  )
}

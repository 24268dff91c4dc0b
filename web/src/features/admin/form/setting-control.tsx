import type { ReactNode } from 'react'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { RadioCards } from '../../../ui/inputs/radio-cards.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { TextArea } from '../../../ui/inputs/text-area.tsx'
import { AccentControl } from './accent-control.tsx'
import type { ControlProps } from './described.ts'
import { LanguageControl, LanguagesControl } from './languages-control.tsx'
import { LegalControl } from './legal-control.tsx'
import { isEmpty, readInstead, shown, withText } from './local-texts.ts'
import { LogoControl } from './logo-control.tsx'
import { RulesControl } from './rules-control.tsx'

/** Renders a setting as its description says. */
export function SettingControl(props: ControlProps) {
  const { setting, value, texts, error, onChange } = props
  const { label, hint, control } = setting
  switch (control.kind) {
    case 'line':
    case 'link':
    case 'paragraphs': {
      const Text = control.kind === 'paragraphs' ? TextArea : Input
      const isOptional = control.kind === 'link' || (control.kind === 'line' && control.isOptional)
      const isLocal = control.kind !== 'link' && control.isLocal
      const change = (text: string) => {
        const next = isLocal ? withText(value, texts, text) : text
        onChange(isOptional && isEmpty(next) ? null : next)
      }
      return (
        <Described {...props}>
          {(attributes) => (
            <Text
              {...attributes}
              {...(control.kind === 'link' && { inputMode: 'url' as const, autoCapitalize: 'none', spellCheck: false })}
              {...(isLocal && { placeholder: readInstead(value, texts) })}
              value={isLocal ? shown(value, texts) : String(value ?? '')}
              onChange={({ target }: { target: { value: string } }) => change(target.value)}
            />
          )}
        </Described>
      )
    }
    case 'number':
    case 'count':
      return (
        <Described {...props}>
          {(attributes) => (
            <div className="flex items-center gap-3">
              <Input
                {...attributes}
                inputMode="numeric"
                autoComplete="off"
                placeholder={control.kind === 'count' ? control.none : undefined}
                value={value === null ? '' : String(value)}
                onChange={({ target }) => onChange(toNumber(target.value, control.kind === 'count'))}
                className={control.kind === 'number' ? 'max-w-28 tabular-nums' : 'max-w-64 tabular-nums'}
              />
              {control.unit && <span className="text-ink-2">{control.unit}</span>}
            </div>
          )}
        </Described>
      )
    case 'switch':
      return (
        <div>
          <Switch text={label} isOn={value === true} onToggle={() => onChange(value !== true)} />
          {hint && <p className="max-w-[calc(100%-4.5rem)] text-sm text-ink-2">{hint}</p>}
        </div>
      )
    case 'cards':
      return (
        <RadioCards
          legend={label}
          isLegendHidden={control.options.length > 3}
          options={control.options}
          value={String(value)}
          error={error}
          onChange={onChange}
        />
      )
    case 'languages':
      return <LanguagesControl {...props} languages={control.languages} />
    case 'language':
      return <LanguageControl {...props} languages={control.languages} />
    case 'colour':
      return <AccentControl {...props} />
    case 'logo':
      return <LogoControl setting={setting} value={value} />
    case 'rules':
      return <RulesControl {...props} />
    case 'legal':
      return <LegalControl {...props} />
  }
}

type Attributes = Parameters<Parameters<typeof Field>[0]['children']>[0]

function Described({
  setting: { label, hint, control },
  error,
  children,
}: ControlProps & { children: (attributes: Attributes) => ReactNode }) {
  const limits = control.kind === 'count' ? control.limits : undefined
  const hints = [hint, limits].filter(Boolean).join(' ')
  return (
    <Field label={label} error={error} {...(hints && { hint: hints })}>
      {children}
    </Field>
  )
}

/** Other text stays as it is, for the rule to refuse. */
function toNumber(text: string, isOptional: boolean): unknown {
  if (text.trim() === '') return isOptional ? null : ''
  return /^\d+$/.test(text.trim()) ? Number(text) : text
}

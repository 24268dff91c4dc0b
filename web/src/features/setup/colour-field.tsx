import { t } from '@lingui/core/macro'
import { DEFAULT_ACCENT } from '@zing/proto/product'
import { useId } from 'react'

const colours = () =>
  [
    [DEFAULT_ACCENT, t`Red`],
    ['#c2410c', t`Orange`],
    ['#a16207', t`Amber`],
    ['#15803d', t`Green`],
    ['#0f766e', t`Teal`],
    ['#1d4ed8', t`Blue`],
    ['#7c3aed', t`Violet`],
    ['#be185d', t`Pink`],
  ] as const

interface ColourFieldProps {
  value: string
  onChange: (colour: string) => void
}

/** A few colours that go well with the rest, and any other from the browser's dialog. */
export function ColourField({ value, onChange }: ColourFieldProps) {
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{t`Colour`}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {colours().map(([colour, name]) => (
          <label key={colour} className="relative grid size-11 place-items-center">
            <input
              type="radio"
              name={id}
              value={colour}
              checked={value === colour}
              aria-label={name}
              onChange={() => onChange(colour)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              style={{ background: colour }}
              className="size-9 rounded-full ring-ink ring-offset-2 ring-offset-bg peer-checked:ring-2 peer-focus-visible:ring-2"
            />
          </label>
        ))}
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="color"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            className="h-9 w-12 rounded border border-line bg-surface"
          />
          {t`Another`}
        </label>
      </div>
    </fieldset>
  )
}

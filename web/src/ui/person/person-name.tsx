import { t } from '@lingui/core/macro'
import { demoNameOf } from '../../lib/text/demo-name.ts'

/** A user's name; a demo companion has a chip. `className` styles the name alone. */
export function PersonName({ name: full, className }: { name: string; className?: string }) {
  const { name, isDemo } = demoNameOf(full)
  return (
    <>
      <bdi className={className}>{name}</bdi>
      {isDemo && <DemoChip />}
    </>
  )
}

/** Heading of a card or a page. */
export function NameAndAge({ name: full, age }: { name: string; age: number }) {
  const { name, isDemo } = demoNameOf(full)
  return (
    <>
      {t`${name}, ${age}`}
      {isDemo && <DemoChip />}
    </>
  )
}

function DemoChip() {
  return (
    <>
      {' '}
      <span className="shrink-0 rounded-full bg-surface-2 px-2 py-0.5 align-middle font-sans text-[13px] leading-4.5 font-semibold tracking-normal text-ink">{t`Demo`}</span>
    </>
  )
}

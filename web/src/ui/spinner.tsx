import { LoaderCircle } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-5 animate-spin', className)} />
}

/** While a whole screen waits. */
export function ScreenSpinner({ label }: { label: string }) {
  return (
    <output aria-label={label} className="grid min-h-[50dvh] place-items-center text-zing">
      <Spinner className="size-8" />
    </output>
  )
}

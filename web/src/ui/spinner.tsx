import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'

export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={clsx('animate-spin', className)} />
}

export function ScreenSpinner({ label }: { label: string }) {
  return (
    <output aria-label={label} className="grid min-h-[50dvh] place-items-center text-zing">
      <Spinner className="size-8" />
    </output>
  )
}

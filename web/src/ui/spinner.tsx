import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'
import { ScreenTitle } from './screen-title.tsx'

export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={clsx('animate-spin', className)} />
}

/** Loading state of a screen; `isPage` where no title bar has the h1. */
export function ScreenSpinner({ label, isPage = false }: { label: string; isPage?: boolean }) {
  return (
    <main className="grid min-h-[50dvh] flex-1 place-items-center text-zing">
      {isPage ? <ScreenTitle className="sr-only">{label}</ScreenTitle> : <h2 className="sr-only">{label}</h2>}
      <output aria-label={label}>
        <Spinner className="size-8" />
      </output>
    </main>
  )
}

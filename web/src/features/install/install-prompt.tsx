import { Suspense, useEffect, useState } from 'react'
import { INSTALL_PROMPT_DELAY_MS } from '../../lib/limits.ts'
import { isIosSafari, thisDevice } from '../../lib/platform.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { isPromptDue, recordPrompt } from './last-prompt.ts'

const InstallCard = lazyComponent(async () => (await import('./install-card.tsx')).InstallCard)

/** Shown in Safari on iOS only, which supports installing but never offers it. */
export function InstallPrompt() {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const device = thisDevice()
    if (!isIosSafari(device) || device.isInstalled || !isPromptDue()) return
    const timer = setTimeout(() => {
      recordPrompt()
      setShown(true)
    }, INSTALL_PROMPT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  if (!isShown) return null
  return (
    <Suspense>
      <InstallCard onClose={() => setShown(false)} />
    </Suspense>
  )
}

import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isIosSafari, thisDevice } from '../../lib/device/platform.ts'
import { INSTALL_PROMPT_DELAY_MS } from '../../lib/limits.ts'
import { useAtRest } from '../../lib/view/use-at-rest.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { isPromptDue, recordPrompt } from './last-prompt.ts'

const InstallCard = lazyComponent(async () => (await import('./install-card.tsx')).InstallCard)

/** Shown only in Safari on iOS, which supports installing but never offers it. Closes with the screen below it. */
export function InstallPrompt() {
  const { pathname } = useLocation()
  const [shownOver, setShownOver] = useState<string | null>(null)

  useAtRest(INSTALL_PROMPT_DELAY_MS, () => {
    const device = thisDevice()
    if (!isIosSafari(device) || device.isInstalled || !isPromptDue()) return
    recordPrompt()
    setShownOver(pathname)
  })

  if (shownOver !== null && shownOver !== pathname) setShownOver(null)
  if (shownOver !== pathname) return null
  return (
    <Suspense>
      <InstallCard path={pathname} onClose={() => setShownOver(null)} />
    </Suspense>
  )
}

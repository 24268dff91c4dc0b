import { clientRoutes } from '@zing/proto/client-routes'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from '../../lib/state/create-store.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const Toaster = lazyComponent(async () => (await import('../../ui/dialogs/toaster.tsx')).Toaster)

/** Loads the toaster before the first toast, but not with the landing screen, which shows none. */
export function ToastHost() {
  const { pathname } = useLocation()
  const hasToast = useStore(shownToast) !== null
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (hasToast || pathname !== clientRoutes.landing)) setNeeded(true)
  return isNeeded ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

import { clientRoutes } from '@zing/proto/client-routes'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from '../lib/create-store.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { shownToast } from '../ui/toast-store.ts'

const Toaster = lazyComponent(async () => (await import('../ui/toaster.tsx')).Toaster)

/** Loaded ahead of the first toast, but not with the landing screen, which has nothing to say. */
export function ToastHost() {
  const { pathname } = useLocation()
  const hasToast = useStore(shownToast) !== null
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && (hasToast || pathname !== clientRoutes.landing)) setWanted(true)
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

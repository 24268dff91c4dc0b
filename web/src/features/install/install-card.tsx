import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { Share, SquarePlus } from 'lucide-react'
import { useLayer } from '../../lib/layers/layers.ts'
import { useCommunity } from '../../lib/state/community.ts'
import { Button } from '../../ui/button.tsx'

/** Covers no control: on the landing screen it is above the button, elsewhere above the bottom bar. */
export function InstallCard({ path, onClose }: { path: string; onClose: () => void }) {
  const { name } = useCommunity()
  useLayer(true, onClose)
  return (
    <aside
      aria-labelledby="install"
      className={clsx(
        'fixed inset-x-0 z-20 mx-auto max-w-md p-4 animate-rise',
        path === clientRoutes.landing
          ? 'top-[env(safe-area-inset-top)]'
          : 'bottom-[calc(4rem+env(safe-area-inset-bottom))]',
      )}
    >
      <div className="rounded-card border border-line bg-surface p-5 text-ink shadow-float">
        <h2 id="install" className="text-xl">{t`Add to Home Screen`}</h2>
        <p className="mt-1 text-ink-2">{t`${name} opens like an app from there.`}</p>
        <ol className="my-4 flex flex-col gap-2">
          <li className="flex items-center gap-3">
            <Share aria-hidden className="size-6 shrink-0 text-zing" strokeWidth={1.75} />
            {t`Tap Share`}
          </li>
          <li className="flex items-center gap-3">
            <SquarePlus aria-hidden className="size-6 shrink-0 text-zing" strokeWidth={1.75} />
            {t`Then Add to Home Screen`}
          </li>
        </ol>
        <Button variant="secondary" wide onClick={onClose}>{t`I'll do it later`}</Button>
      </div>
    </aside>
  )
}

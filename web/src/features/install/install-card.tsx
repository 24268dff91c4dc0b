import { PRODUCT_NAME } from '@zing/proto/product'
import { Share, SquarePlus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

export function InstallCard({ onClose }: { onClose: () => void }) {
  return (
    <aside
      aria-labelledby="install"
      className="safe-bottom fixed inset-x-0 bottom-0 z-20 mx-auto max-w-md p-4 animate-rise"
    >
      <div className="rounded-card border border-line bg-surface p-5 text-ink shadow-float">
        <h2 id="install" className="text-xl">
          Add to Home Screen
        </h2>
        <p className="mt-1 text-ink-2">{PRODUCT_NAME} opens like an app from there.</p>
        <ol className="my-4 flex flex-col gap-2">
          <li className="flex items-center gap-3">
            <Share aria-hidden className="size-6 shrink-0 text-zing" strokeWidth={1.75} />
            Tap Share
          </li>
          <li className="flex items-center gap-3">
            <SquarePlus aria-hidden className="size-6 shrink-0 text-zing" strokeWidth={1.75} />
            Then Add to Home Screen
          </li>
        </ol>
        <Button variant="secondary" wide onClick={onClose}>
          I'll do it later
        </Button>
      </div>
    </aside>
  )
}

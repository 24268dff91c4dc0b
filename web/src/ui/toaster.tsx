import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useStore } from '../lib/create-store.ts'
import { TOAST_DURATION_MS, TOAST_SWIPE_PX } from '../lib/limits.ts'
import { shownToast } from './toast-store.ts'

export function Toaster() {
  const toast = useStore(shownToast)
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeThreshold={TOAST_SWIPE_PX} swipeDirection="right">
      {toast && (
        <Radix.Root
          key={toast.id}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => !isOpen && shownToast.set(null)}
          className={clsx(
            'flex items-start gap-3 rounded-card border p-4 shadow-float animate-rise',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
            toast.variant === 'destructive' ? 'border-bad bg-surface text-bad' : 'border-line bg-surface text-ink',
          )}
        >
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <Radix.Title dir="auto" className="text-left font-semibold">
              {toast.title}
            </Radix.Title>
            {toast.text && (
              <Radix.Description dir="auto" className="text-left text-sm">
                {toast.text}
              </Radix.Description>
            )}
          </div>
          <Radix.Close aria-label="Dismiss" className="-m-2.5 grid size-11 place-items-center rounded-full">
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="fixed top-(--below-bars) right-0 z-[100] flex w-full flex-col gap-2 p-3 outline-hidden md:max-w-[420px]" />
    </Radix.Provider>
  )
}

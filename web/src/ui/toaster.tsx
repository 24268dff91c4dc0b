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
          <div className="flex-1">
            <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
            {toast.text && <Radix.Description className="text-sm">{toast.text}</Radix.Description>}
          </div>
          <Radix.Close aria-label="Dismiss" className="-m-2.5 grid size-11 place-items-center rounded-full">
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="fixed top-0 right-0 z-[100] flex w-full flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] outline-hidden md:max-w-[420px]" />
    </Radix.Provider>
  )
}

import type { FeedUser } from '@zing/proto/people'
import { Dialog } from 'radix-ui'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useBlock } from './use-block.ts'

interface BlockDialogProps {
  partner: FeedUser
  isOpen: boolean
  onClose: () => void
}

export function BlockDialog({ partner, isOpen, onClose }: BlockDialogProps) {
  const { block, isPending } = useBlock(partner.id)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[#24161d]/60 animate-page" />
        <Dialog.Content
          role="alertdialog"
          className="fixed top-1/2 left-1/2 z-50 w-[calc(100%-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 rounded-card bg-surface p-6 text-ink shadow-float outline-hidden"
        >
          <Dialog.Title className="text-xl">Unmatch & Block User</Dialog.Title>
          <Dialog.Description className="mt-2 text-ink-2">
            Your match with {partner.name} is removed. You no longer see each other, and you cannot message each other
            again.
          </Dialog.Description>
          <div className="mt-6 flex flex-col gap-2">
            <Button variant="destructive" wide disabled={isPending} onClick={() => block().then(onClose)}>
              {isPending && <Spinner />}
              Unmatch & Block
            </Button>
            <Dialog.Close asChild>
              <Button variant="ghost" wide disabled={isPending}>
                Cancel
              </Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

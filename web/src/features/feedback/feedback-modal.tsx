import { useQuery } from '@tanstack/react-query'
import { Dialog } from 'radix-ui'
import { clientConfigQuery } from '../../queries/client-config.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'

export function FeedbackModal({ onClose }: { onClose: () => void }) {
  const { data: config } = useQuery(clientConfigQuery)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[#24161d]/60 animate-page" />
        <Dialog.Content className="fixed top-1/2 left-1/2 z-50 w-[calc(100%-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 rounded-card bg-surface p-6 text-center text-ink shadow-float outline-hidden">
          <Dialog.Title className="text-xl">How's your experience?</Dialog.Title>
          <Dialog.Description className="mt-2 text-ink-2">
            Tell us what works and what does not. The survey takes about 2 minutes.
          </Dialog.Description>
          <div className="mt-6 flex flex-col gap-2">
            <a
              href={config?.feedbackUrl}
              target="_blank"
              rel="noreferrer"
              onClick={onClose}
              className={buttonStyle({ wide: true })}
            >
              Give feedback
            </a>
            <Button variant="ghost" wide onClick={onClose}>
              Maybe later
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

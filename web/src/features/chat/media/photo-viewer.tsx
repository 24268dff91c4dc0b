import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { Flag, UserRoundX, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { openReport } from '../../../lib/state/report-store.ts'
import { profileQuery } from '../../../queries/profiles.ts'
import { Modal, ModalClose, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Placeholder } from './placeholder.tsx'
import { useSwipeDown } from './use-swipe-down.ts'

const EndMatchDialog = lazyComponent(async () => (await import('../end-match-dialog.tsx')).EndMatchDialog)

const BLACK = { backgroundColor: '#000' } // in both themes
const PINCH = { touchAction: 'pinch-zoom' }

interface PhotoViewerProps {
  src: string
  name: string
  caption: string
  partnerId: number
  isMine: boolean
  size: { width: number; height: number }
  placeholder: string | null
  onClose: () => void
}

/** A photo as large as the screen. Escape, Back and a swipe down close it; the receiver reports and blocks from here. */
export function PhotoViewer({ src, name, caption, partnerId, isMine, size, placeholder, onClose }: PhotoViewerProps) {
  const client = useQueryClient()
  const { data: partner } = useQuery({ ...profileQuery(partnerId), enabled: !isMine })
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [isBlocking, setBlocking] = useState(false)
  const swipe = useSwipeDown(onClose)
  const button = 'inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold text-white'

  return (
    <Modal onClose={onClose} aria-describedby={undefined} className="inset-0 flex flex-col text-white" style={BLACK}>
      <div className="safe-top z-1 flex items-center gap-1 p-2">
        <ModalTitle className="min-w-0 flex-1 truncate ps-2 text-base">{name}</ModalTitle>
        <ModalClose variant="ghost" size="icon" aria-label={t`Close`} className="justify-center text-white">
          <X aria-hidden className="size-6" strokeWidth={1.75} />
        </ModalClose>
      </div>
      <div {...swipe} className="relative min-h-0 flex-1" style={PINCH}>
        {state === 'loading' && placeholder && (
          <Placeholder hash={placeholder} className="absolute inset-0 m-auto opacity-60" />
        )}
        {state === 'loading' && <Spinner className="absolute inset-0 m-auto size-8" />}
        {state === 'failed' ? (
          <p role="alert" className="grid size-full place-items-center p-6 text-center">
            {t`The photo couldn't be loaded. It may have been deleted.`}
          </p>
        ) : (
          <img
            src={src}
            alt={caption || name}
            {...size}
            onLoad={() => setState('shown')}
            onError={() => setState('failed')}
            draggable={false}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </div>
      {caption && (
        <p dir="auto" className="max-h-60 overflow-y-auto px-5 pt-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {caption}
        </p>
      )}
      <div className="safe-bottom flex flex-wrap justify-center gap-x-2 p-2 empty:hidden">
        {!isMine && partner && (
          <>
            <button
              type="button"
              onClick={() => {
                onClose()
                openReport(client, partner, { hasChat: true })
              }}
              className={button}
            >
              <Flag aria-hidden className="size-5" strokeWidth={1.75} />
              {t`Report`}
            </button>
            <button type="button" onClick={() => setBlocking(true)} className={button}>
              <UserRoundX aria-hidden className="size-5" strokeWidth={1.75} />
              {t`Block ${plainNameOf(partner.name)}`}
            </button>
          </>
        )}
      </div>
      {isBlocking && partner && (
        <Suspense>
          <EndMatchDialog partner={partner} isBlock onClose={() => setBlocking(false)} />
        </Suspense>
      )}
    </Modal>
  )
}

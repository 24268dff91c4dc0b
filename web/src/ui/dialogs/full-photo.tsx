import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSwipeDown } from '../../lib/input/use-swipe-down.ts'
import { Spinner } from '../spinner.tsx'
import { Modal, ModalClose, ModalTitle } from './modal.tsx'

const BLACK = { backgroundColor: '#000' } // in both themes
const PINCH = { touchAction: 'pinch-zoom' }

export interface FullPhotoProps {
  src: string
  name: string
  caption: string
  /** Unknown until it is loaded if absent. */
  size?: { width: number; height: number }
  /** Shown until the photo is loaded. */
  placeholder?: ReactNode
  onClose: () => void
  /** Buttons below the photo. */
  children?: ReactNode
}

/** A photo as large as the screen. Escape, Back and a swipe down close it. */
export function FullPhoto({ src, name, caption, size, placeholder, onClose, children }: FullPhotoProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const swipe = useSwipeDown(onClose)

  return (
    <Modal onClose={onClose} aria-describedby={undefined} className="inset-0 flex flex-col text-white" style={BLACK}>
      <div className="safe-top z-1">
        <div className="flex items-center gap-1 p-2">
          <ModalTitle className="min-w-0 flex-1 truncate ps-2 text-base">{name}</ModalTitle>
          <ModalClose variant="ghost" size="icon" aria-label={t`Close`} className="justify-center text-white">
            <X aria-hidden className="size-6" strokeWidth={1.75} />
          </ModalClose>
        </div>
      </div>
      <div {...swipe} className="relative min-h-0 flex-1" style={PINCH}>
        {state === 'loading' && placeholder}
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
        <p
          dir="auto"
          className="text-ui-start max-h-60 overflow-y-auto px-5 pt-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {caption}
        </p>
      )}
      <div className="safe-bottom">
        <div className="flex flex-wrap justify-center gap-x-2 p-2">{children}</div>
      </div>
    </Modal>
  )
}

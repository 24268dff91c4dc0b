import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import type { OwnPhoto } from '@zing/proto/profiles/story'
import { Camera, EyeOff, GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { alongText } from '../../../lib/input/along-text.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { useDeletePhoto } from '../../../queries/photos.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { ProfilePhoto } from '../../../ui/person/profile-photo.tsx'

interface PhotoTileProps {
  photo: OwnPhoto
  /** 0 is the main photo. */
  index: number
  count: number
  onMove: (to: number) => void
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }
const CONTROL = 'absolute top-0.5 grid size-11 place-items-center text-white'
const DISC = 'grid size-8 place-items-center rounded-full bg-shade/75'
const PILL = 'max-w-full truncate rounded-full px-2.5 py-1 text-[13px] leading-4.5 font-semibold max-[22rem]:px-1.5'

/** A photo with its handle: dragged over another photo, it takes that place. */
export function PhotoTile({ photo, index, count, onMove }: PhotoTileProps) {
  const place = index + 1
  const tile = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const movedByHand = useRef(false)
  const { mutateAsync, isPending } = useDeletePhoto()
  const [isAsking, setAsking] = useState(false)
  const remove = useSingleFlight(() => mutateAsync(photo.id).catch(() => setAsking(false))) // shown by a toast

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tile that moves within the list loses the focus
  useLayoutEffect(() => {
    if (movedByHand.current) handle.current?.focus()
    movedByHand.current = false
  }, [index])

  function moveTo(to: number): void {
    movedByHand.current = to !== index
    onMove(to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[alongText(event.key)]
    if (!step) return
    event.preventDefault()
    moveTo(Math.max(0, Math.min(count - 1, index + step)))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    start.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove({ clientX, clientY }: PointerEvent): void {
    if (!start.current || !tile.current) return
    // without events the photo below it can be found
    const translate = `${clientX - start.current.x}px ${clientY - start.current.y}px`
    Object.assign(tile.current.style, { translate, pointerEvents: 'none', zIndex: '1' })
  }

  function onPointerUp({ clientX, clientY }: PointerEvent): void {
    if (!start.current) return
    const target = document.elementFromPoint(clientX, clientY)?.closest('[data-photo]')
    const to = Number(target?.getAttribute('data-photo') ?? index)
    putBack()
    if (to !== index) onMove(to)
  }

  function putBack(): void {
    start.current = null
    if (tile.current) Object.assign(tile.current.style, { translate: '', pointerEvents: '', zIndex: '' })
  }

  return (
    <li
      ref={tile}
      data-photo={index}
      className="relative aspect-4/5 overflow-hidden rounded-(--radius-input) bg-surface-2 has-active:ring-3 has-active:ring-zing"
    >
      <ProfilePhoto path={photo.path} name={t`Your photo ${place}`} sizes="9rem" />
      {photo.isVeiled && (
        <span
          role="img"
          aria-label={t`Blurred for others`}
          className="pointer-events-none absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-shade/75 text-white"
        >
          <EyeOff aria-hidden className="size-5" />
        </span>
      )}
      <button
        ref={handle}
        type="button"
        aria-label={t`Move photo ${place}`}
        title={t`Drag to reorder, or use the arrow keys`}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={putBack}
        className={`${CONTROL} start-0.5 cursor-grab touch-none`}
      >
        <span className={DISC}>
          <GripVertical aria-hidden className="size-4" />
        </span>
      </button>
      {photo.isSelfie ? (
        <Link
          to={clientRoutes.camera}
          state={{ isFromProfile: true }}
          aria-label={t`New selfie`}
          title={t`New selfie`}
          className={`${CONTROL} end-0.5`}
        >
          <span className={DISC}>
            <Camera aria-hidden className="size-4" />
          </span>
        </Link>
      ) : (
        <button
          type="button"
          aria-label={t`Delete photo ${place}`}
          onClick={() => setAsking(true)}
          className={`${CONTROL} end-0.5`}
        >
          <span className={DISC}>
            <Trash2 aria-hidden className="size-4" />
          </span>
        </button>
      )}
      {index === 0 ? (
        <span
          className={`${PILL} absolute bottom-2 left-1/2 -translate-x-1/2 bg-white text-shade`}
        >{t`Main photo`}</span>
      ) : (
        <button
          type="button"
          aria-label={t`Make main, photo ${place}`}
          onClick={() => moveTo(0)}
          className="absolute inset-x-0 bottom-0 grid min-h-11 place-items-center text-white"
        >
          <span className={`${PILL} bg-shade/75`}>{t`Make main`}</span>
        </button>
      )}
      {isAsking && (
        <Modal onClose={() => setAsking(false)}>
          <ModalTitle className="text-xl">{t`Delete this photo?`}</ModalTitle>
          <ModalHint className="mt-2 text-ink-2">{t`You can't get it back.`}</ModalHint>
          <DialogActions action={t`Delete`} isPending={isPending} isDanger onAction={remove} />
        </Modal>
      )}
    </li>
  )
}

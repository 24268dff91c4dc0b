import type { Photo } from '@zing/proto/profiles/story'
import { GripVertical, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { useDeletePhoto } from '../../../queries/photos.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { ProfilePhoto } from '../../../ui/person/profile-photo.tsx'

interface PhotoTileProps {
  photo: Photo
  /** Among all photos, the selfie being 1. */
  place: number
  /** Among the photos that can be moved. */
  index: number
  count: number
  onMove: (to: number) => void
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }
const CONTROL = 'absolute top-0.5 grid size-11 place-items-center text-white'
const DISC = 'grid size-8 place-items-center rounded-full bg-shade/75'

/** A photo with its handle: dragged over another photo, it takes that place. */
export function PhotoTile({ photo, place, index, count, onMove }: PhotoTileProps) {
  const tile = useRef<HTMLLIElement>(null)
  const start = useRef<{ x: number; y: number } | null>(null)
  const { mutateAsync, isPending } = useDeletePhoto()
  const [isAsking, setAsking] = useState(false)
  const remove = useSingleFlight(() => mutateAsync(photo.id).catch(() => setAsking(false))) // shown by a toast

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    onMove(Math.max(0, Math.min(count - 1, index + step)))
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
      <ProfilePhoto path={photo.path} name={`Your photo ${place}`} sizes="9rem" />
      <button
        type="button"
        aria-label={`Move photo ${place}`}
        title="Drag to reorder, or use the arrow keys"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={putBack}
        className={`${CONTROL} left-0.5 cursor-grab touch-none`}
      >
        <span className={DISC}>
          <GripVertical aria-hidden className="size-4" />
        </span>
      </button>
      <button
        type="button"
        aria-label={`Delete photo ${place}`}
        onClick={() => setAsking(true)}
        className={`${CONTROL} right-0.5`}
      >
        <span className={DISC}>
          <Trash2 aria-hidden className="size-4" />
        </span>
      </button>
      {isAsking && (
        <Modal onClose={() => setAsking(false)}>
          <ModalTitle className="text-xl">Delete this photo?</ModalTitle>
          <ModalHint className="mt-2 text-ink-2">You can't get it back.</ModalHint>
          <DialogActions action="Delete" isPending={isPending} isDanger onAction={remove} />
        </Modal>
      )}
    </li>
  )
}

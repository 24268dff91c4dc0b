import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { toPhoto } from '../lib/to-photo.ts'
import { Button } from './button.tsx'

interface PhotoInputProps {
  variant?: 'default' | 'outline'
  /** The data URL of what was chosen, shrunk. */
  onPhoto: (photo: string) => void
  children: ReactNode
}

/** A button that opens the photo library or a file picker. */
export function PhotoInput({ variant = 'default', onPhoto, children }: PhotoInputProps) {
  const input = useRef<HTMLInputElement>(null)

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0]
    target.value = '' // so that the same file can be chosen again
    if (file) onPhoto(await toPhoto(file))
  }

  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden tabIndex={-1} aria-label="Photo file" onChange={choose} />
      <Button variant={variant} size="lg" wide onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

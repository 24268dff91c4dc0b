import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { toPhoto } from '../lib/to-photo.ts'
import { Button } from './button.tsx'

interface PhotoInputProps {
  variant?: 'default' | 'outline'
  /** Receives the data URL of the scaled photo. */
  onPhoto: (photo: string) => void
  children: ReactNode
}

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

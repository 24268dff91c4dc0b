import { useLayoutEffect, useRef } from 'react'
import { decodeThumbhash, PLACEHOLDER_SIDE } from '../../../../lib/media/thumbhash.ts'

/** The colours of a photo, before its bytes are there. */
export function Placeholder({ hash, className }: { hash: string; className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const pixels = decodeThumbhash(hash)
    const context = canvas.current?.getContext('2d')
    if (pixels && context) context.putImageData(new ImageData(pixels, PLACEHOLDER_SIDE), 0, 0)
  }, [hash])
  return <canvas ref={canvas} aria-hidden width={PLACEHOLDER_SIDE} height={PLACEHOLDER_SIDE} className={className} />
}

import { useQueryClient } from '@tanstack/react-query'
import { pathOf } from '@zing/proto/endpoint'
import { getMedia } from '@zing/proto/http/media'
import { useRef } from 'react'
import { fetchBytes } from '../../../../lib/http/fetch-bytes.ts'
import { PLAYER } from '../media-box.ts'
import type { Recorded } from '../media-of.ts'
import { UploadRing } from '../upload-ring.tsx'
import { Player } from './player.tsx'

/** A voice message, also while it is on its way. */
export function VoiceBubble({ mediaId, file, durationMs, peaks, outboxId }: Recorded & { outboxId: string | null }) {
  const client = useQueryClient()
  const own = useRef(file) // still at hand once it is sent

  async function load(): Promise<Blob> {
    if (own.current?.bytes) return new Blob([own.current.bytes], { type: own.current.type })
    return fetchBytes(client, pathOf(getMedia, { id: mediaId ?? 0 }))
  }

  return (
    <div className="flex items-center gap-1" style={{ width: PLAYER.width, maxWidth: PLAYER.maxWidth }}>
      <Player load={load} durationMs={durationMs} peaks={peaks} />
      {outboxId && <UploadRing id={outboxId} className="size-6" />}
    </div>
  )
}

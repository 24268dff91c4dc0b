import { sendBytes } from '@zing/kit/http/send-bytes'
import { queryOf, type Serve } from '@zing/kit/http/serve'
import { createHoldUpload } from '@zing/media/hold-upload'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/media'
import { CHAT_PHOTO_MAX_BYTES, VOICE_MAX_BYTES } from '@zing/proto/limits'
import type { MediaKind } from '@zing/proto/messages'
import type { Ctx } from '../context.ts'
import { getSettings, putSettings } from '../media/conversation-settings.ts'
import { findMedium, readMedium } from '../media/get-medium.ts'
import { peaksOf } from '../media/media-view.ts'
import { unveil } from '../media/unveil.ts'
import { admitUpload, storeUpload } from '../media/upload-medium.ts'

const MAX_BYTES: Record<MediaKind, number> = { photo: CHAT_PHOTO_MAX_BYTES, voice: VOICE_MAX_BYTES }

/** The browser only shows the bytes, and asks each time whether it still may. */
const HEADERS = {
  'Cache-Control': 'private, no-cache',
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Cookie',
  'X-Content-Type-Options': 'nosniff',
}

export function mediaRoutes(serve: Serve, ctx: Ctx): void {
  const holdUpload = createHoldUpload(CHAT_PHOTO_MAX_BYTES)

  serve(
    contract.uploadMedia,
    async ({ userId, query, file }) => {
      const { _id: id, looks } = await storeUpload(ctx, userId, query, file)
      if (looks.kind === 'voice') return { id, ...looks, peaks: peaksOf(looks.peaks) }
      const { mayBeNude, ...photo } = looks
      return { id, ...photo, ...(mayBeNude && { mayBeNude: true as const }) }
    },
    {
      async beforeBody(identity, req, res) {
        if (!identity) throw errors.notSignedIn()
        const upload = queryOf(contract.uploadMedia, req)
        if (Number(req.headers['content-length'] ?? 0) > MAX_BYTES[upload.kind]) throw errors.bodyTooLarge()
        await admitUpload(ctx, identity.userId, upload)
        await holdUpload(identity.userId, req, res)
      },
    },
  )
  serve(contract.getConversationSettings, ({ userId, params }) => getSettings(ctx, userId, params.userId))
  serve(contract.putConversationSettings, ({ userId, params, body }) => putSettings(ctx, userId, params.userId, body))
  serve(contract.getMedia, async ({ userId, params, query: { size = 'full' } }, res, req) => {
    const found = await findMedium(ctx, userId, params.id)
    const { medium } = found
    res.set({ ...HEADERS, ETag: `"${medium._id}-${size}"`, 'Content-Type': String(medium.mimeType) })
    if (req.fresh) return void res.status(304).end()
    try {
      const bytes = await readMedium(ctx, medium, size)
      if (!bytes) throw errors.notFound()
      await unveil(ctx, userId, found)
      sendBytes(bytes, req, res)
    } catch (error) {
      res.removeHeader('ETag') // refusals have none
      throw error
    }
  })
}

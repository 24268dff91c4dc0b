import { pipeline } from 'node:stream/promises'
import type { Identity } from '@zing/kit/http/internal-token'
import type { Handler, Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/exports'
import type { Ctx } from '../context.ts'
import { readByteRange } from '../export/byte-range.ts'
import { createExport } from '../export/create-export.ts'
import { fileNameOf } from '../export/file-name.ts'
import { type Download, openExport } from '../export/open-export.ts'

export function exportRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.createExport, (caller) => createExport(ctx, caller))
  serve(contract.getExport, ({ params, ...caller }, res, req) =>
    sendExport(ctx, caller, { token: params.token, req, res }),
  )
}

type Arguments = Parameters<Handler<typeof contract.getExport>>

interface Exchange {
  token: string
  res: Arguments[1]
  req: Arguments[2]
}

export async function sendExport(ctx: Ctx, caller: Identity, { token, req, res }: Exchange): Promise<void> {
  const isHead = req.method === 'HEAD'
  const part = { range: isHead ? null : readByteRange(req.get('range')), ifRange: req.get('if-range') }
  const download = await openExport(ctx, caller, { token, ...part })
  res.status(download.isPart ? 206 : contract.getExport.status)
  res.set({ ...HEADERS, ...lengthOf(download), ETag: download.etag })
  res.set('Content-Disposition', `attachment; filename="${fileNameOf(ctx.settings.current().settings.name)}"`)
  if (isHead) return // sends no bytes, so the link keeps its one download
  try {
    await pipeline(download.bytes, res)
  } catch (err) {
    ctx.log.debug({ err }, 'export not downloaded to its end') // the client left or the copy failed
  }
}

const HEADERS = {
  'Content-Type': contract.getExport.media?.[0] ?? 'application/zip',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
}

function lengthOf({ first, last, size, isPart }: Download): Record<string, string> {
  if (last === null || size === null) return {} // chunked, since the end is still unknown
  const length = { 'Content-Length': String(last - first + 1) }
  return isPart ? { ...length, 'Content-Range': `bytes ${first}-${last}/${size}` } : length
}

import { linkNextPage } from '@zing/kit/http/next-page'
import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/staff/settings'
import type { Ctx } from '../context.ts'
import { changeSettings, restoreSettings } from '../settings/change-settings.ts'
import { listHistory } from '../settings/list-history.ts'
import { getLogo, putLogo } from '../settings/logos.ts'
import { newestSettings } from '../settings/store-settings.ts'

const LOGO_HEADERS = {
  'Content-Type': 'image/png',
  'Content-Disposition': 'inline; filename="logo.png"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
}
const FOR_GOOD = 'public, max-age=31536000, immutable'

export function settingsRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getSettings, () => newestSettings(ctx))
  serve(contract.changeSettings, ({ userId, sid, body }) => changeSettings(ctx, { userId, sid }, body))
  serve(contract.listSettingsHistory, async ({ query }, res) => {
    const { versions, next } = await listHistory(ctx, query)
    if (next) linkNextPage(res, contract.listSettingsHistory.path, { limit: query.limit, cursor: next })
    return versions
  })
  serve(contract.restoreSettings, ({ userId, sid, params }) => restoreSettings(ctx, { userId, sid }, params.version))
  serve(contract.putLogo, ({ userId, sid, file }) => putLogo(ctx, { userId, sid }, file))
  serve(contract.getLogo, async ({ params: { version } }, res, req) => {
    const png = await getLogo(ctx, version)
    res.set({ ETag: `"${version}"`, 'Cache-Control': FOR_GOOD })
    if (req.fresh) return void res.status(304).end()
    res.set(LOGO_HEADERS).status(contract.getLogo.status).send(png)
  })
}

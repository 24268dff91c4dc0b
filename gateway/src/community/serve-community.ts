import type { FollowedSettings } from '@zing/kit/nats/settings'
import { communityOf } from '@zing/proto/community/community-of'
import { errors } from '@zing/proto/errors'
import { getCommunity } from '@zing/proto/http/community'
import type { Express } from 'express'
import { rejectRequest } from '../protection/reject-request.ts'
import { etagOf } from './etag.ts'
import { fromSettings } from './from-settings.ts'

/** Serves the community from memory, also while admin and NATS are away. */
export function serveCommunity(app: Express, settings: FollowedSettings): void {
  const response = fromSettings(settings, (published) => {
    const body = JSON.stringify(communityOf(published))
    return { body, etag: etagOf(body) }
  })
  app
    .route(getCommunity.path)
    .get((_req, res) => {
      const { body, etag } = response()
      res.set({ 'Cache-Control': 'no-cache', ETag: etag }).type('json').send(body)
    })
    .all((req, res) => {
      res.set('Allow', getCommunity.method)
      rejectRequest(req, res, errors.methodNotAllowed())
    })
}

import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { getProfile } from '../domain/get-profile.ts'
import { listProfiles } from '../domain/list-profiles.ts'

export function profileRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listUsers, async ({ userId, query: { limit = FEED_PAGE_SIZE, cursor, scope } }, res) => {
    const { profiles, next } = await listProfiles(ctx, userId, { limit, cursor, withMatches: scope !== 'discover' })
    if (next) {
      const search = new URLSearchParams({ limit: String(limit), ...(scope && { scope }), cursor: next })
      res.links({ next: `${contract.listUsers.path}?${search}` })
    }
    return profiles
  })
  serve(contract.getProfile, ({ userId, params }) => getProfile(ctx, userId, params.id))
}

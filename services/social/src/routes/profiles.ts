import { linkNextPage } from '@zing/kit/http/next-page'
import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { discover } from '../feed/discover.ts'
import { listLiked } from '../pairs/list-liked.ts'
import { getProfile } from '../profiles/get-profile.ts'
import { listProfiles } from '../profiles/list-profiles.ts'

const LISTS = { all: listProfiles, discover, liked: listLiked }

export function profileRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listUsers, async ({ userId, query: { limit = FEED_PAGE_SIZE, cursor, scope } }, res) => {
    const { profiles, next } = await LISTS[scope ?? 'all'](ctx, userId, { limit, cursor })
    if (next) linkNextPage(res, contract.listUsers.path, { limit, scope, cursor: next })
    return profiles
  })
  serve(contract.getProfile, ({ userId, params }) => getProfile(ctx, userId, params.id))
}

import type { Page } from '@playwright/test'
import { NO_STORY } from '@zing/proto/profiles/story'
import type { PublicProfile } from '@zing/proto/profiles/users'

/** Responds to the feed with 100 people in pages of 20. */
export async function stubFeed(page: Page): Promise<void> {
  await page.route('**/api/users?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const people = Array.from({ length: 20 }, (_, index): PublicProfile => {
      const id = from + index + 1
      return {
        id: 10_000 + id,
        name: `Person ${id}`,
        age: 28,
        gender: 'other',
        orientation: 'other',
        selfie: null,
        createdAt: '2026-01-01T00:00:00.000Z',
        ...NO_STORY,
        likeCount: 0,
        hasLiked: false,
        isMatch: false,
      }
    })
    const next = from + 20
    const headers = next < 100 ? { link: `</api/users?cursor=${next}>; rel="next"` } : undefined
    return route.fulfill({ json: people, ...(headers && { headers }) })
  })
}

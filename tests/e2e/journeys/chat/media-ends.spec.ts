import { type Browser, expect } from '@playwright/test'
import { urlOf } from '@zing/proto/endpoint'
import { deleteAccount } from '@zing/proto/http/account'
import { blockUser, sendMessage } from '@zing/proto/http/chat'
import { unmatchUser } from '@zing/proto/http/discovery'
import { createExport } from '@zing/proto/http/exports'
import { getMedia } from '@zing/proto/http/media'
import { reportUser } from '@zing/proto/http/reports'
import { claimCase, decideCase, listCases } from '@zing/proto/http/staff/moderation'
import { strFromU8, unzipSync } from 'fflate'
import { callAs } from '../../support/api.ts'
import { userWithRole } from '../../support/moderators.ts'
import { sendMedium } from '../../support/pictures.ts'
import { test } from '../../support/test.ts'
import { match, type UnseenUser, unseenUser } from '../../support/users.ts'

const GONE_WITHIN = { timeout: 60_000 }

test('a recording comes in parts, and a copy of the data has media as files (10.media.export)', async ({ browser }) => {
  const [ada, ben] = await pairWhoHaveWritten(browser)
  const [photo, voice] = [await sendMedium(ben, ada, 'photo'), await sendMedium(ben, ada, 'voice')]
  const bytes = await (await fetchMedium(ada, voice.mediaId)).body()
  const part = await fetchMedium(ada, voice.mediaId, { range: 'bytes=100-299' })
  expect([part.status(), part.headers()['content-range']]).toEqual([206, `bytes 100-299/${bytes.length}`])
  expect((await part.body()).equals(bytes.subarray(100, 300))).toBe(true)
  const beyond = await fetchMedium(ada, voice.mediaId, { range: `bytes=${bytes.length}-` })
  expect(beyond.status()).toBe(416)

  const { body: copy } = await callAs(ada.context, createExport)
  const files = unzipSync(await (await ada.context.request.get(copy.url)).body())
  expect(Buffer.from(files[`chat/media/${voice.mediaId}.webm`] ?? [])).toEqual(bytes)
  expect(Buffer.from(files[`chat/media/${photo.mediaId}.jpg`] ?? [])).toEqual(
    await (await fetchMedium(ada, photo.mediaId)).body(),
  )
  const messages = JSON.parse(strFromU8(files['chat/messages.json'] ?? new Uint8Array()))
  expect(messages.slice(-2)).toMatchObject([{ mediaId: photo.mediaId }, { mediaId: voice.mediaId }])
})

const ENDS: { [name: string]: (ada: UnseenUser, ben: UnseenUser, browser: Browser) => Promise<unknown> } = {
  'a block': (ada, ben) => callAs(ada.context, blockUser, { body: { blockedUserId: ben.id } }),
  'an unmatch': (ada, ben) => callAs(ada.context, unmatchUser, { params: { userId: ben.id } }),
  'a deletion of the account': (_ada, ben) => callAs(ben.context, deleteAccount),
  'a suspension': suspend,
}

for (const [name, end] of Object.entries(ENDS))
  test(`after ${name} the addresses of media are unknown within a minute (10.media.private)`, async ({ browser }) => {
    const [ada, ben] = await pairWhoHaveWritten(browser)
    const media = [
      await sendMedium(ben, ada, 'photo'),
      await sendMedium(ben, ada, 'voice'),
      await sendMedium(ada, ben, 'voice'),
    ]
    const statuses = async (viewer: UnseenUser) =>
      Promise.all(media.map(async ({ mediaId }) => (await fetchMedium(viewer, mediaId)).status()))
    for (const viewer of [ada, ben]) expect(await statuses(viewer)).toEqual([200, 200, 200])
    await end(ada, ben, browser)
    await expect.poll(() => statuses(ada), GONE_WITHIN).toEqual([404, 404, 404])
    await expect.poll(async () => (await statuses(ben)).includes(200), GONE_WITHIN).toBe(false) // 401 without a session
  })

async function suspend(ada: UnseenUser, ben: UnseenUser, browser: Browser): Promise<void> {
  const mia = await userWithRole(browser, 'Mia', 'moderator')
  await callAs(ada.context, reportUser, { body: { userId: ben.id, category: 'harassment', block: false } })
  const caseOfBen = async () => (await callAs(mia.context, listCases)).body.find(({ user }) => user.id === ben.id)
  await expect.poll(caseOfBen).toBeDefined()
  const params = { id: (await caseOfBen())?.id ?? 0 }
  await callAs(mia.context, claimCase, { params })
  const body = { action: 'suspend', reason: 'harassment', days: 7 } as const
  expect((await callAs(mia.context, decideCase, { params, body })).status).toBe(201)
}

async function pairWhoHaveWritten(browser: Browser): Promise<[UnseenUser, UnseenUser]> {
  const [ada, ben] = [await unseenUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  await callAs(ada.context, sendMessage, { body: { receiverId: ben.id, content: 'hi' } })
  await callAs(ben.context, sendMessage, { body: { receiverId: ada.id, content: 'hello' } })
  return [ada, ben]
}

function fetchMedium({ context }: UnseenUser, id: number, headers: { [name: string]: string } = {}) {
  return context.request.get(urlOf(getMedia, { params: { id } }), { headers })
}

import { errors } from '@zing/proto/errors'
import { changeSettings, getLogo, getSettings, putLogo, restoreSettings } from '@zing/proto/http/staff/settings'
import { LOGO_KEPT_MS, LOGO_PIXELS } from '@zing/proto/limits'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deleteOldLogos } from '../../src/settings/logos.ts'
import { setupSettings } from './setup-settings.ts'

const { newUser, newKeeper, versions, logos, anonymous, background } = await setupSettings()
const keeper = newKeeper()

const drawn = sharp({ create: { width: 90, height: 40, channels: 3, background: '#0a7d5a' } })
const files = {
  'image/png': await drawn.clone().png().toBuffer(),
  'image/webp': await drawn.clone().webp().toBuffer(),
  'image/jpeg': await drawn
    .clone()
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .jpeg()
    .toBuffer(),
}

const put = (bytes: Buffer, type: string, { call } = keeper) =>
  call(putLogo, { body: new Blob([new Uint8Array(bytes)], { type }) })

async function newLogo(): Promise<number> {
  const { status, body } = await put(files['image/png'], 'image/png')
  expect([status, body.message]).toEqual([200, undefined])
  return body.settings.logo ?? 0
}

test.each(Object.entries(files))(
  '%s becomes a square PNG without metadata, for all visitors (10.community.settings)',
  async (type, bytes) => {
    const { status, body } = await put(bytes, type)
    expect([status, body.message]).toEqual([200, undefined])
    const logo = body.settings.logo ?? 0
    const shown = await newUser().fetch(getLogo, { version: logo })
    const headers = Object.fromEntries(shown.headers)
    expect([shown.status, headers]).toMatchObject([
      200,
      { 'content-type': 'image/png', etag: `"${logo}"`, 'cache-control': 'public, max-age=31536000, immutable' },
    ])
    const { format, width, height, exif, channels } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([format, width, height, exif, channels]).toEqual(['png', LOGO_PIXELS, LOGO_PIXELS, undefined, 4])
    const again = await anonymous.call(getLogo, {
      params: { version: logo },
      headers: { 'if-none-match': `"${logo}"`, 'cache-control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  },
)

test('what is no picture, and JSON, is refused and changes nothing', async () => {
  const { version } = (await keeper.call(getSettings)).body
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const refused of [
    await put(svg, 'image/png'),
    await put(files['image/png'].subarray(0, 60), 'image/png'),
    await put(Buffer.alloc(0), 'image/png'),
    await keeper.call(putLogo, { body: {} }),
    await keeper.call(putLogo, { body: { logo: 'data:image/png;base64,AAAA' } }),
  ])
    expect(refused.status).toBe(400)
  expect((await put(svg, 'image/svg+xml')).status).toBe(415)
  expect((await put(Buffer.alloc(5_300_000), 'image/png')).status).toBe(413)
  expect((await keeper.call(getSettings)).body.version).toBe(version)
  const unknown = await anonymous.call(getLogo, { params: { version: 7 } })
  expect([unknown.status, unknown.body]).toEqual([404, errors.notFound().body])
})

test('a logo needs an admin who has just confirmed (10.community.settings)', async () => {
  const refused = await put(files['image/png'], 'image/png', newUser({ role: 'admin' }))
  expect([refused.status, refused.body]).toEqual([403, errors.confirmNeeded().body])
  expect((await put(files['image/png'], 'image/png', newUser({ role: 'moderator' }))).status).toBe(403)
})

test('a logo stays while settings of the last 90 days name it, and comes back with them', async () => {
  const [old, replaced, current] = [await newLogo(), await newLogo(), await newLogo()]
  const { version } = (await keeper.call(getSettings)).body
  expect(
    (await keeper.call(changeSettings, { body: { version, changes: { logo: null } } })).body.settings.logo,
  ).toBeNull()
  const restored = await keeper.call(restoreSettings, { params: { version: version - 1 } })
  expect(restored.body.settings.logo).toBe(replaced)

  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000)
  await logos.updateMany({}, { $set: { createdAt: daysAgo(300) } })
  const young = await newLogo() // nothing names it after this
  await versions.deleteMany({ 'settings.logo': young })
  await versions.updateMany({ _id: { $lt: version - 1 } }, { $set: { at: daysAgo(300) } })
  await versions.updateOne({ _id: version - 1 }, { $set: { at: daysAgo(100) } }) // in force until the next
  await versions.updateOne({ _id: version }, { $set: { at: daysAgo(20) } })
  const kept = async () => new Set((await logos.find().toArray()).map(({ _id }) => _id))

  expect(await deleteOldLogos(background, new Date())).toBeGreaterThan(0)
  expect(await kept()).toEqual(new Set([replaced, current, young]))
  expect((await anonymous.call(getLogo, { params: { version: old } })).status).toBe(404)
  expect((await keeper.call(restoreSettings, { params: { version: version - 2 } })).body.settings.logo).toBeNull()

  await versions.deleteMany({ _id: { $gt: version + 2 } })
  await deleteOldLogos(background, new Date(Date.now() + LOGO_KEPT_MS + 1_000))
  expect(await kept()).toEqual(new Set([replaced])) // in force, however long ago it was set
})

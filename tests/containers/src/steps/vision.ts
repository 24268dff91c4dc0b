import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ApiClient } from '@zing/dev-env/demo/member'
import { ROOT } from '@zing/dev-env/root'
import { getUser, updateUser } from '@zing/proto/http/auth'
import { setRole, verifyPin } from '@zing/proto/http/staff/admin'
import { changeSettings, getSettings } from '@zing/proto/http/staff/settings'
import { registerPerson } from '../people/pair.ts'
import { readMetrics } from '../product/read-metrics.ts'
import { waitFor } from '../wait-for.ts'
import type { Step } from './step.ts'

const PICTURES = path.join(ROOT, 'services/vision/test/pictures')
/** One after the other: auth may not have the new setting when the first comes. */
const PHOTOS = ['astronaut.jpg', 'biden.jpg', 'cameraman.jpg']
const ADMIN_MS = 30_000
/** Auth asks within a second, and the models take less than one on an idle machine. */
const SEEN_MS = 20_000
const MEGABYTE = 1024 * 1024

/** Vision looks at a new photo with the models in its image. */
export const vision: Step = {
  name: 'vision',
  async run({ product }) {
    const admin = await registerAdmin(product.url, product.env.values.ADMIN_PIN ?? '')
    const { version } = await admin.call(getSettings)
    await admin.call(changeSettings, { body: { version, changes: { people: { nakednessFrom: 80 } } } })

    const seen = async () => (await readMetrics(product, 'vision')).get('zing_vision_picture_seconds_count') ?? 0
    const before = await seen()
    for (const photo of PHOTOS) {
      await admin.call(updateUser, { file: await readFile(path.join(PICTURES, photo)) })
      if (await waitFor(async () => (await seen()) > before, SEEN_MS)) break
    }
    const count = await seen()
    if (count === before) throw new Error(`vision saw none of ${PHOTOS.length} photos`)
    const metrics = await readMetrics(product, 'vision')
    const refused = [...metrics].filter(([name, count]) => name.startsWith('zing_vision_refused_total') && count > 0)
    if (refused.length > 0) throw new Error(`vision refused photos: ${refused.join('; ')}`)
    const seconds = (metrics.get('zing_vision_picture_seconds_sum') ?? 0) / count
    const megabytes = (metrics.get('process_resident_memory_bytes') ?? 0) / MEGABYTE
    return `a photo took ${seconds.toFixed(2)} s and the process ${megabytes.toFixed(0)} MB`
  },
}

async function registerAdmin(url: string, pin: string): Promise<ApiClient> {
  const admin = await registerPerson(url, 'keeper')
  if (!(await admin.call(verifyPin, { body: { pin } })).success) throw new Error('the PIN is refused')
  await admin.call(setRole, { params: { userId: admin.user.id }, body: { role: 'admin' } })
  const isAdmin = async () => (await admin.call(getUser)).role === 'admin'
  if (!(await waitFor(isAdmin, ADMIN_MS))) throw new Error('the role did not arrive')
  return admin
}

import { expect, test } from 'vitest'
import { withUpright } from './encode.ts'
import { sharp } from './sharp.ts'

const SIDE = 4_000

test('a good picture whose time is over is not called invalid: the machine was busy', async () => {
  const picture = await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const encode = (upright: ReturnType<typeof sharp>) => upright.median(51).timeout({ seconds: 1 }).toBuffer()
  await expect(withUpright(picture, SIDE * SIDE, encode)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
})

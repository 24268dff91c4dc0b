import { buildImages } from '../product/build-images.ts'
import { BUILT } from '../product/services.ts'
import type { Step } from './step.ts'

export const build: Step = {
  name: 'build',
  isNeeded: true,
  async run({ product }) {
    await buildImages(product, BUILT)
    return `${BUILT.length} images`
  },
}

import { PROCESS_NAMES } from '@zing/proto/processes'
import { buildImages } from '../product/build-images.ts'
import type { Step } from './step.ts'

export const build: Step = {
  name: 'build',
  isNeeded: true,
  async run({ product }) {
    await buildImages(product, [...PROCESS_NAMES, 'nats'])
    return `${PROCESS_NAMES.length} images`
  },
}

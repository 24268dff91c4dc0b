import type { Addresses } from '@zing/dev-env/state/addresses-file'
import { startProduct } from './start-product.ts'

/** Starts a second product with two processes of each service. */
export const startScaled = () => startProduct('--scale', 'auth=2,social=2,chat=2,admin=2,gateway=2')

export function socketsOfChats({ processes }: Addresses): Promise<number[]> {
  const chats = processes.filter(({ service }) => service === 'chat')
  return Promise.all(
    chats.map(async ({ metricsUrl }) => {
      const metrics = await (await fetch(metricsUrl)).text()
      return Number(/^zing_sockets_open\{.*\} (\d+)$/m.exec(metrics)?.[1])
    }),
  )
}

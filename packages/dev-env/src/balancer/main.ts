import { startBalancer } from './start-balancer.ts'

// Started by `npm start -- --scale gateway=2`.
const { HOST = '127.0.0.1', PORT, ADDRESSES = '' } = process.env
const balancer = await startBalancer({ host: HOST, port: Number(PORT), addresses: ADDRESSES.split(',') })
process.on('SIGTERM', () => {
  balancer.stop()
  process.exit(0)
})

import { startEmbeddedMongo } from './start-embedded-mongo.ts'

const { HOST = '127.0.0.1', PORT = '0', DATA_DIR } = process.env
if (!DATA_DIR) throw new Error('DATA_DIR must name the folder for the data')

const running = await startEmbeddedMongo({ host: HOST, port: Number(PORT), dataDir: DATA_DIR })
console.log(JSON.stringify({ url: running.url }))

process.once('SIGTERM', async () => {
  await running.stop()
  process.exit(0)
})

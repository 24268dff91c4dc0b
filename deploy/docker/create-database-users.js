// Run once by the MongoDB image on an empty volume: a user for each MONGO_<service>_PASSWORD, with access to its database only.
const { readdirSync, readFileSync } = require('node:fs')

const FOLDER = '/secrets'

for (const file of readdirSync(FOLDER)) {
  const [, service] = /^MONGO_([A-Z]+)_PASSWORD$/.exec(file) ?? []
  if (!service || service === 'ROOT') continue
  const pwd = readFileSync(`${FOLDER}/${file}`, 'utf8')
  if (!pwd) throw new Error(`${file} is empty`)
  const name = `zing_${service.toLowerCase()}`
  db.getSiblingDB(name).createUser({ user: name, pwd, roles: [{ role: 'readWrite', db: name }] })
}

// Run once by the MongoDB image on an empty volume: creates a user per service with access to its own database only.
for (const service of ['auth', 'social', 'chat', 'admin']) {
  const pwd = process.env[`MONGO_${service.toUpperCase()}_PASSWORD`]
  if (!pwd) throw new Error(`no password for ${service}`)
  const name = `zing_${service}`
  db.getSiblingDB(name).createUser({ user: name, pwd, roles: [{ role: 'readWrite', db: name }] })
}

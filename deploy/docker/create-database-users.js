// Run once by the image of MongoDB, when its volume is empty: a user per service, who may read and write its own database.
for (const service of ['auth', 'social', 'chat', 'admin']) {
  const pwd = process.env[`MONGO_${service.toUpperCase()}_PASSWORD`]
  if (!pwd) throw new Error(`no password for ${service}`)
  const name = `zing_${service}`
  db.getSiblingDB(name).createUser({ user: name, pwd, roles: [{ role: 'readWrite', db: name }] })
}

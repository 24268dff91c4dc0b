// Run once by the MongoDB image on an empty volume: a user for each MONGO_<service>_PASSWORD, with access to its database only.
for (const [variable, pwd] of Object.entries(process.env)) {
  const [, service] = /^MONGO_([A-Z]+)_PASSWORD$/.exec(variable) ?? []
  if (!service) continue
  if (!pwd) throw new Error(`${variable} is empty`)
  const name = `zing_${service.toLowerCase()}`
  db.getSiblingDB(name).createUser({ user: name, pwd, roles: [{ role: 'readWrite', db: name }] })
}

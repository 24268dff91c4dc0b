import mongoose, { type Connection, type mongo } from 'mongoose'

/** A connection to one database for an operator's command. Its models create no collection and no index, as services do. */
export function operatorConnection(client: mongo.MongoClient, database: string): Connection {
  const db = mongoose.createConnection().setClient(client).useDb(database)
  Object.assign(db.config, { autoIndex: false, autoCreate: false }) // `set` keeps them in another object
  return db
}

import { createRequire } from 'node:module'

/** Loads a module of the driver that mongoose uses, which need not be the only one that is installed. */
export const requireOfMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'))

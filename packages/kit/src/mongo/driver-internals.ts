import { createRequire } from 'node:module'

/** Loads a module of mongoose's own driver, which may differ from the driver that is installed beside it. */
export const requireOfMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'))

import { Model } from 'mongoose'

/** Deletes the documents of older epochs from all collections whose documents have an epoch (INV-12). */
export async function deleteOlderThan(epoch: number, models: Record<string, unknown>): Promise<void> {
  const withEpoch = Object.values(models)
    .filter(isModel)
    .filter(({ schema }) => schema.path('epoch'))
  await Promise.all(withEpoch.map((model) => model.deleteMany({ epoch: { $lt: epoch } })))
}

function isModel(value: unknown): value is typeof Model {
  return typeof value === 'function' && value.prototype instanceof Model
}

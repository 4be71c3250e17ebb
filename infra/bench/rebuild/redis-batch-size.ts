/** Most events in a step of a view in Redis, as the product takes them: see `sharedBatch` in processes/adapters/read-models.ts. */
export const redisBatchSize = 250

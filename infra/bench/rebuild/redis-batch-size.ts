/** Most events in a step of a projection in Redis, as in the product: see `sharedBatch` in processes/adapters/read-models.ts. */
export const redisBatchSize = 250
/** Most documents that unread builds keep in memory, as in the product: see the same file. */
export const maxBufferedDocuments = 100_000

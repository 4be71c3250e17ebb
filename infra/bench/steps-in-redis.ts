/** Most events in a step of a view in Redis, as the product takes them: see `sharedBatch` in processes/read-side.ts. */
export const eventsInStep = 250

import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'

/** Whether a read failed because there is nothing to read from just now: the store is away, or the view is being built. */
export const isReadModelUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt

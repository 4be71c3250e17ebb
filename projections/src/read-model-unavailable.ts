import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'

/** Whether a read failed because the store is unavailable or the read model is still being built. */
export const isReadModelUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt

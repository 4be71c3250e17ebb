import { StoreUnavailable, ViewNotBuilt } from '@thirty/infra/views/views.ts'

/** Whether a read failed because there is nothing to read from just now: the store is away, or the view is being built. */
export const isAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof ViewNotBuilt

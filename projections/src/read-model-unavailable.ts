import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'

/** Whether a read failed because the store is unavailable or the read model is still being built. */
export const isReadModelUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt

/** Returns the current value; the last known one, if there is one, while the read model is unavailable. */
export async function orLastKnown<Value>(
  current: Promise<Value>,
  findLast: () => Value | undefined,
): Promise<Value> {
  try {
    return await current
  } catch (error) {
    const last = isReadModelUnavailable(error) ? findLast() : undefined
    if (last === undefined) throw error
    return last
  }
}

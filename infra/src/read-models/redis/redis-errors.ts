import { StoreUnavailable } from '../read-models.ts'

/** What a server says of itself for a while: it starts, is full, cannot write, or is not the one that writes. */
const passing =
  /\b(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|MISCONF|NOREPLICAS|UNBLOCKED|NOAUTH)\b/

/** `StoreUnavailable` for whatever passes by itself; an answer that says that we are wrong stays as it is. */
export function toStoreUnavailable(error: unknown): unknown {
  if (error instanceof Error && error.name === 'ReplyError' && !passing.test(error.message)) return error
  return new StoreUnavailable('Redis is out of reach just now.', { cause: error })
}

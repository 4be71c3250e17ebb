import { timedOut } from './request-failed.ts'

/** A request that takes longer has failed, in milliseconds. */
const timeoutMs = 20_000

/** Runs a request. After 20 seconds, aborts it and rejects with `timedOut`. */
export async function withTimeout<Value>(
  controller: AbortController,
  send: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(timedOut())
      controller.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([send(controller.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

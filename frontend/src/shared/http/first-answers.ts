// The answers to the requests that before-paint.js has sent before the scripts ran.

/** What the server answered: status, parsed body and headers. `json` is undefined for a body that is no JSON. */
export type Answer = { status: number; json: unknown; headers: Headers }

/** `answer` is undefined if there was none. `sentAt` in ms since 1970. */
export type FirstAnswer = { sentAt: number; answer: Promise<Answer | undefined> }

declare global {
  /** By the address of the request and its header `Authorization`. */
  var firstAnswers: Map<string, FirstAnswer> | undefined
}

/** Returns the answer to a request that was already sent with the same token; each only once. */
export function takeFirstAnswer(url: string, authorization = ''): FirstAnswer | undefined {
  const key = url + authorization
  const first = globalThis.firstAnswers?.get(key)
  globalThis.firstAnswers?.delete(key)
  return first
}

/**
 * Forgets the answers that the first screen did not need. From now on data would not be loaded again because of changes that they do not
 * have.
 */
export function forgetFirstAnswers(): void {
  globalThis.firstAnswers = undefined
}

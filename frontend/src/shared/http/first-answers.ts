// The answers to the requests that before-paint.js has sent before the scripts ran.

/** Times in ms since 1970. */
export type FirstAnswer = { response: Response; sentAt: number; receivedAt: number }

declare global {
  /** By the address of the request and its header `Authorization`. Undefined: without an answer. */
  var firstAnswers: Map<string, Promise<FirstAnswer | undefined>> | undefined
}

/** Returns the answer to a request that was already sent with the same token; each only once. */
export function takeFirstAnswer(
  url: string,
  authorization = '',
): Promise<FirstAnswer | undefined> | undefined {
  const { firstAnswers } = globalThis
  const key = url + authorization
  const first = firstAnswers?.get(key)
  firstAnswers?.delete(key)
  return first
}

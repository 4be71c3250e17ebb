// Reads the responses of long requests, which report their progress line by line before their outcome.

import { progressType, type OutcomeLine, type ProgressLine } from '@thirty/contracts/endpoints/progress.ts'

type Received = Pick<XMLHttpRequest, 'status' | 'responseText' | 'getResponseHeader'>

/** The status and the parsed body of a response; `undefined` for a body that is not JSON. */
type Outcome = { status: number; content: unknown }

/**
 * Reads a response that may begin with progress (see `progressType`) while it arrives, and calls `onProgress` with each
 * report.
 */
export function progressReader<Progress>(onProgress: (progress: Progress) => void = () => undefined) {
  let outcome: Outcome | undefined
  let readUpTo = 0
  const read = (received: Received): void => {
    if (!hasLines(received)) return
    const end = received.responseText.lastIndexOf('\n')
    for (const text of received.responseText.slice(readUpTo, end + 1).split('\n')) {
      if (text === '') continue
      // Safe because the endpoint definition that gives this type also types the handler on the server.
      const line = JSON.parse(text) as ProgressLine<Progress> | OutcomeLine
      if ('progress' in line) onProgress(line.progress)
      else outcome = { status: line.status, content: line.body }
    }
    readUpTo = end + 1
  }
  return {
    /** To be called whenever more of the response has arrived. */
    read,
    /** Returns the outcome of a complete response. A response that was cut has the status 0 and no content. */
    outcome: (received: Received): Outcome => {
      read(received)
      if (hasLines(received)) return outcome ?? { status: 0, content: undefined }
      return { status: received.status, content: parsed(received.responseText) }
    },
  }
}

const hasLines = (received: Received): boolean =>
  received.getResponseHeader('Content-Type')?.startsWith(progressType) === true

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

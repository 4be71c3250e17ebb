import { progressType, type OutcomeLine, type ProgressLine } from '@thirty/contracts/endpoints/progress.ts'
import type { Request, Response } from 'express'

/** Reports how far a request is. Never throws and never waits. */
export type ReportProgress<Progress = unknown> = (progress: Progress) => void

/** Often enough for a moving bar. */
const intervalMs = 250

const withProgress = new WeakSet<Response>()

/**
 * Returns a function that sends the progress of a request, at most four times a second, to a caller that accepts responses
 * with progress; see `progressType`. For other callers it does nothing.
 */
export function progressReporter(request: Request, response: Response): ReportProgress {
  // Only by name: `*/*` accepts everything, but knows nothing of lines.
  if (request.headers.accept?.includes(progressType) !== true) return () => undefined
  let nextAt = -Infinity
  return (progress) => {
    const now = performance.now()
    // A caller that has gone receives nothing, and one that does not read costs no memory.
    if (now < nextAt || response.destroyed || response.writableEnded || response.writableNeedDrain) return
    nextAt = now + intervalMs
    if (!response.headersSent) begin(response)
    response.write(line({ progress }))
  }
}

/** Whether a response began with progress, so that its outcome is a line. */
export const hasProgress = (response: Response): boolean => withProgress.has(response)

/** Ends a response that began with progress. */
export function sendOutcome(response: Response, { status, body }: OutcomeLine): void {
  // No longer sent, but counted and logged.
  response.statusCode = status
  response.end(line({ status, body }))
}

function begin(response: Response): void {
  withProgress.add(response)
  // nginx would otherwise keep the lines until the response is complete.
  response.status(200).set({ 'Content-Type': progressType, 'X-Accel-Buffering': 'no' })
}

const line = (content: ProgressLine<unknown> | OutcomeLine): string => `${JSON.stringify(content)}\n`

// Sends the progress of a request to its caller, in the response.
//
// Live messages were no alternative: the work is done in one web process, the socket of the caller may end in another,
// and the shell of the operator has none. The status of the response is 200 even if the outcome is a refusal; metrics
// and the log have the status of the outcome.

import { progressType, type OutcomeLine, type ProgressLine } from '@thirty/contracts/endpoints/progress.ts'
import type { Request, Response } from 'express'
import { systemScheduler, type Scheduler } from '../../scheduler.ts'

/** Reports how far a request is. Never throws and never waits. */
export type ReportProgress<Progress = unknown> = (progress: Progress) => void

/** Often enough for a moving bar. */
const intervalMs = 250
/** A proxy ends a connection on which nothing arrives, often after 60 seconds. */
const repeatMs = 15_000

/**
 * Returns a function that sends the progress of a request, at most four times a second, to a caller that accepts responses
 * with progress; see `progressType`. Without news the latest progress is sent again every 15 seconds, so that proxies keep the
 * connection. For other callers it does nothing.
 */
export function progressReporter(
  request: Request,
  response: Response,
  scheduler: Scheduler = systemScheduler,
): ReportProgress {
  // Only by name: `*/*` accepts everything, but does not mean lines.
  if (request.headers.accept?.includes(progressType) !== true) return () => undefined
  let nextAt = -Infinity
  let latest: unknown
  let cancelRepeat: () => void = () => undefined
  response.once('close', () => cancelRepeat())

  const send = (): void => {
    cancelRepeat()
    // A caller that has gone receives nothing, and a caller that does not read costs no memory.
    if (response.destroyed || response.writableEnded) return
    cancelRepeat = scheduler.after(repeatMs, send)
    if (response.writableNeedDrain) return
    // nginx would otherwise keep the lines until the response is complete.
    if (!response.headersSent) response.set({ 'Content-Type': progressType, 'X-Accel-Buffering': 'no' })
    response.write(line({ progress: latest }))
  }
  return (progress) => {
    latest = progress
    const now = performance.now()
    if (now < nextAt) return
    nextAt = now + intervalMs
    send()
  }
}

/** Whether a response began with progress, so that its outcome is a line. */
export const hasProgress = (response: Response): boolean =>
  response.headersSent && response.getHeader('Content-Type') === progressType

/** Ends a response that began with progress. */
export function sendOutcome(response: Response, { status, body }: OutcomeLine): void {
  // No longer sent, but counted and logged.
  response.statusCode = status
  response.end(line({ status, body }))
}

const line = (content: ProgressLine<unknown> | OutcomeLine): string => `${JSON.stringify(content)}\n`

/**
 * Content type of a response that begins before its outcome is known. A caller that names it in `Accept` receives lines of
 * JSON: any number of `ProgressLine`s, and last an `OutcomeLine`. The status of the response is then 200 for every outcome;
 * a request that is refused before the first progress, or that succeeds without any, is answered as usual.
 */
export const progressType = 'application/x-ndjson'

export type ProgressLine<Progress> = { progress: Progress }

/** Status and body of the response that the caller would otherwise have received. */
export type OutcomeLine = { status: number; body: unknown }

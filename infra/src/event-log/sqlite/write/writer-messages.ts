// The messages between a process and the writer thread of its embedded log.

import type { TruncateOptions } from '../../event-log.ts'

/**
 * Appends from the main thread, as one flat list, because that is cheap to copy between threads. For each append:
 * stream, expected revision (-1 for `none`), number of events, then the JSON of each event.
 */
export type EncodedAppends = (string | number)[]

/** The events of a stream to erase. */
export type Erasure = TruncateOptions & { stream: string; before: number | 'all' }

export type WriterRequest =
  | { kind: 'append'; count: number; appends: EncodedAppends }
  | ({ kind: 'erase' } & Erasure)
  | { kind: 'close' }

export type WriterResponse =
  /** The file is open for reading; it is not verified yet. */
  | { kind: 'opened'; head: number }
  | { kind: 'verified' }
  /**
   * Two numbers for each append, in order: revision and position; or, when it was refused, the stream's revision and
   * one of the codes below.
   */
  | { kind: 'appended'; outcomes: number[] }
  /** None of the next `count` appends was stored. */
  | { kind: 'unavailable'; count: number; reason: string }
  /** The next truncation or removal is stored: its events must not be read from memory any more. */
  | { kind: 'hidden' }
  /** The next truncation or removal has finished, or has failed if there is a reason. */
  | { kind: 'erased'; reason?: string }
  /** The writer has failed and acknowledges nothing any more. */
  | { kind: 'failed'; reason: string }
  | { kind: 'closed' }

export const conflictCode = -1
export const removedCode = -2

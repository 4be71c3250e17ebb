import type { ExpectedRevision } from '../../event-log.ts'

/** What the writer's thread is started with. */
export type WriterOptions = { folder: string }

/**
 * Appends as the main thread hands them over: one flat list, because copying it between threads is cheap.
 * For each: stream, expected revision, number of events, then the id of each event and the event as JSON.
 */
export type EncodedAppends = (string | number)[]

export type WriterRequest =
  | { kind: 'append'; count: number; appends: EncodedAppends }
  | { kind: 'erase'; stream: string; before: number | 'all' }
  | { kind: 'close' }

export type WriterResponse =
  /** The file is open and may be read; it has not been verified yet. */
  | { kind: 'opened'; head: number }
  | { kind: 'verified' }
  /** Two numbers for each append, in order: revision and position, or actual revision and one of the marks below. */
  | { kind: 'appended'; outcomes: number[] }
  /** Nothing of the next `count` appends was stored. */
  | { kind: 'unavailable'; count: number; reason: string }
  /** The next truncation or removal is done; with a reason, it was not. */
  | { kind: 'erased'; reason?: string }
  /** Nothing will ever be acknowledged again. */
  | { kind: 'failed'; reason: string }
  | { kind: 'closed' }

export const conflictCode = -1
export const removedCode = -2

const anyRevision = -2
const noRevision = -1

export const encodeExpectedRevision = (expected: ExpectedRevision): number =>
  expected === 'any' ? anyRevision : expected === 'none' ? noRevision : expected

export const isAnyRevision = (expected: number) => expected === anyRevision

import { LogUnavailable, StreamRemoved, VersionConflict } from '../event-log.ts'
import type { Connection } from './connection.ts'
import { pause, retryDelays } from './retry-timing.ts'
import { classifyError } from './error-kinds.ts'
import type { ErrorKind } from './error-kinds.ts'

/** What was being done, and what stood in the way. */
export type StoreError = { during: 'append' | 'read' | 'subscribe' | 'forget' | 'start'; error: Error }

/** What every call to the store needs. */
export type EventStoreContext = {
  connection: Connection
  /** Milliseconds within which a failed call is made again. */
  retryForMs: number
  onStoreError: (trouble: StoreError) => void
  /** Says that the log is being closed: nobody waits any more. */
  closing: AbortSignal
}

/** The tries of one call, with longer waits between them until our patience is at its end. */
export function retries(
  { connection, retryForMs: patience, onStoreError: onTrouble, closing }: EventStoreContext,
  during: StoreError['during'],
) {
  let waits = retryDelays(patience)
  return {
    /** Something came through: what fails from now on has all our patience again. */
    reset() {
      waits = retryDelays(patience)
    },
    /** Waits before the next try. False when there is none. Throws what is an answer and no failure. */
    async waitForNext(error: unknown): Promise<boolean> {
      if (isAnswer(error)) throw error
      onTrouble({ during, error: toError(error) })
      await connection.reconnect(error)
      // What was late has had all the time that anybody will wait, and what is denied will be denied again.
      const wait = classifyError(error) === 'passing' && !closing.aborted ? waits.next().value : undefined
      if (wait !== undefined) await pause(connection.scheduler, wait, closing)
      return wait !== undefined
    },
  }
}

/** Makes a call that does no harm when it is made again. Throws `LogUnavailable` in the end. */
export async function withRetries<Answer>(
  parts: EventStoreContext,
  during: StoreError['during'],
  call: () => Promise<Answer>,
): Promise<Answer> {
  const tried = retries(parts, during)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(await tried.waitForNext(error))) throw toLogUnavailable(error)
    }
  }
}

const isAnswer = (error: unknown) =>
  [VersionConflict, StreamRemoved, LogUnavailable, TypeError].some((answer) => error instanceof answer)

export const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

export function toLogUnavailable(error: unknown): LogUnavailable {
  return new LogUnavailable(
    sentences[classifyError(error)] ?? 'The event store cannot be reached just now.',
    {
      cause: error,
    },
  )
}

const sentences: { readonly [verdict in ErrorKind]?: string } = {
  late: 'The event store does not answer just now.',
  denied: 'The event store does not let us in.',
}

import { LogUnavailable, StreamRemoved, VersionConflict } from '../event-log.ts'
import type { Connection } from './connection.ts'
import type { Trouble } from './options.ts'
import { pause, waitsWithin } from './pace.ts'
import { verdictOn } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** What every call to the store needs. */
export type Parts = {
  connection: Connection
  /** Milliseconds within which a failed call is made again. */
  patience: number
  onTrouble: (trouble: Trouble) => void
  /** Says that the log is being closed: nobody waits any more. */
  closing: AbortSignal
}

/** The tries of one call, with longer waits between them until our patience is at its end. */
export function tries({ connection, patience, onTrouble, closing }: Parts, during: Trouble['during']) {
  let waits = waitsWithin(patience)
  return {
    /** Something came through: what fails from now on has all our patience again. */
    progress() {
      waits = waitsWithin(patience)
    },
    /** Waits before the next try. False when there is none. Throws what is an answer and no failure. */
    async again(error: unknown): Promise<boolean> {
      if (isAnswer(error)) throw error
      onTrouble({ during, error: errorOf(error) })
      await connection.reconnect(error)
      // What was late has had all the time that anybody will wait, and what is denied will be denied again.
      const wait = verdictOn(error) === 'passing' && !closing.aborted ? waits.next().value : undefined
      if (wait !== undefined) await pause(connection.scheduler, wait, closing)
      return wait !== undefined
    },
  }
}

/** Makes a call that does no harm when it is made again. Throws `LogUnavailable` in the end. */
export async function persist<Answer>(
  parts: Parts,
  during: Trouble['during'],
  call: () => Promise<Answer>,
): Promise<Answer> {
  const tried = tries(parts, during)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(await tried.again(error))) throw unavailable(error)
    }
  }
}

const isAnswer = (error: unknown) =>
  [VersionConflict, StreamRemoved, LogUnavailable, TypeError].some((answer) => error instanceof answer)

export const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

export function unavailable(error: unknown): LogUnavailable {
  return new LogUnavailable(sentences[verdictOn(error)] ?? 'The event store cannot be reached just now.', {
    cause: error,
  })
}

const sentences: { readonly [verdict in Verdict]?: string } = {
  late: 'The event store does not answer just now.',
  denied: 'The event store does not let us in.',
}

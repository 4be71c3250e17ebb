import { Refusal } from '@thirty/contracts/refusals.ts'
import { refuseKeyReuse, type CommandId } from './idempotency.ts'

type Done<Answer> = { digest: string; answer?: Promise<Answer> }

/** Runs a command, or joins the one with the same id that is under way. */
export type InFlightDeduplicator = <Answer>(command: CommandId, run: () => Promise<Answer>) => Promise<Answer>

/**
 * Sees to it that a double click is one command in this process. Of commands that are done it remembers the digest only:
 * what they answered stands in the log. A refused command may be tried again with the same key.
 * Throws `key-reused` for another body, and `in-flight` when the first one takes longer than `patience` milliseconds.
 */
export function deduplicateInFlight({ remembered = 10_000, patience = 5_000 } = {}): InFlightDeduplicator {
  const commands = new Map<string, Done<unknown>>()

  const remember = (id: string, done: Done<unknown>): void => {
    commands.delete(id)
    const oldest = commands.size >= remembered ? commands.keys().next().value : undefined
    if (oldest !== undefined) commands.delete(oldest)
    commands.set(id, done)
  }

  return async <Answer>({ id, digest }: CommandId, run: () => Promise<Answer>): Promise<Answer> => {
    if (digest === undefined) return run()
    const known = commands.get(id)
    if (known !== undefined && known.digest !== digest) refuseKeyReuse()
    // The id names user, action and key: the answer under way is one to the same request.
    if (known?.answer !== undefined) return within(patience, known.answer as Promise<Answer>)
    const answer = run()
    remember(id, { digest, answer })
    try {
      const done = await answer
      remember(id, { digest })
      return done
    } catch (problem) {
      commands.delete(id)
      throw problem
    }
  }
}

async function within<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(inFlight()), milliseconds)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const inFlight = () =>
  new Refusal('in-flight', 'This request is still being worked on. Please try again in a moment.')

import type { SecondFactorEvent } from '@thirty/contracts/events/second-factors.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import type { Commands } from '../../handle.ts'
import { newContext, stepContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isAccount, userFold, userStream, type LoadedAccount, type User } from '../evolve.ts'
import { isDeleted } from '../load-account.ts'
import { secondFactorsStream, secondFactorsFold, type SecondFactors } from './second-factors.ts'
import { recordFactors } from './record-factors.ts'

export type ChangeFactorsParts = With<'commands' | 'log'> & {
  /** Called with the reason if older second factors stay in the log until the next change. */
  onTruncateFailed?: (error: unknown) => void
}

type FactorChange = {
  user: string
  /** Who did it: the user if missing. */
  actor?: string
  correlation: string
  /** Pure. Returns the factors after the change, the same object for no change, or throws a refusal. */
  decide: (factors: SecondFactors) => SecondFactors
  /** What is recorded in the stream of the account. */
  record?: (user: User, factors: SecondFactors) => UserEvent[]
}

/**
 * Changes the second factors of an account: first their secrets, of which the log keeps only the newest, then what the account's own
 * stream says about them. If the process ends in between, the change counts, and the next one records it.
 * Throws what `decide` throws, `not-signed-in` for an account that was deleted, and `conflict`.
 */
export async function changeFactors(
  { commands, log, onTruncateFailed = () => undefined }: ChangeFactorsParts,
  { user, actor = user, correlation, decide, record = recordFactors }: FactorChange,
): Promise<{ factors: SecondFactors; account: LoadedAccount; facts: readonly UserEvent[] }> {
  const context = newContext({ actor, correlation })
  const stream = secondFactorsStream(user)
  const { state: factors, revision } = await commands.handle({
    ...secondFactorsFold,
    stream,
    context,
    decide: (before): SecondFactorEvent[] => {
      const data = decide(before)
      return data === before ? [] : [{ type: 'SecondFactorsChanged', data }]
    },
  })
  // A failure must not fail the request, whose change counts. The next change removes the older secrets.
  if (typeof revision === 'number') await log.truncate(stream, revision).catch(onTruncateFailed)
  const { state, position, events } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    context: stepContext(context, 'facts'),
    decide: (current) => record(current, factors),
  })
  if (!isAccount(state) || (await isDeleted(commands, user))) {
    // The deletion may have come first, and did not see them.
    await log.remove(stream)
    refuseMissingAccount()
  }
  return { factors, account: { id: user, account: state, position }, facts: events }
}

export const loadFactors = async (commands: Pick<Commands, 'load'>, user: string): Promise<SecondFactors> =>
  (await commands.load(secondFactorsStream(user), secondFactorsFold)).state

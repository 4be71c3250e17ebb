// Handlers that start the challenge, change or cancel a schedule, set, move or undo its end, freeze and reveal its leaderboard, and mark
// days as complete; and the handler that changes the options of the installation, among them two-factor sign-in for owners and the networks
// of an event.

import { challengeEndpoints, completionEndpoints } from '@thirty/contracts/challenge/api.ts'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import type { ChallengeEvent, JourneyEvent } from '@thirty/contracts/challenge/events.ts'
import { challengeDay, challengeEnd } from '@thirty/contracts/challenge/challenge-day.ts'
import { currentRun, type CurrentRun } from '@thirty/contracts/challenge/history.ts'
import { isoTime, isoTimeOrNull } from '@thirty/contracts/iso-time.ts'
import { requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import { optionEndpoints } from '@thirty/contracts/challenge/options-api.ts'
import { challengeStream, journeyStream } from '@thirty/contracts/events/stream-names.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import {
  challengeFold,
  decidesInCurrentRun,
  loadCurrentRun,
  refuseAfterReset,
  decidesIn,
} from '../current-run.ts'
import type { Commands, LoadedStream } from '../fold.ts'
import type { Parts } from '../parts.ts'
import { isCausedBy, type CommandContext } from '../idempotency.ts'
import * as decide from './decide.ts'
import { completionsFold, type CompletedDays } from './decide.ts'

type Result = LoadedStream<ChallengeState, ChallengeEvent>

const startedMessage = 'Challenge started! 30 days of awesomeness begins now!'

export function challengeHandlers({ commands, clock, timeZone, command, onRevealed }: Parts): Endpoint[] {
  const ofRun = async (decideNow: (run: CurrentRun, now: number) => ChallengeEvent[]) => {
    // An admin who starts or ends a challenge means the run of that moment, and not the next one.
    const { run } = await loadCurrentRun(commands)
    return {
      ...decidesInCurrentRun,
      decide: ({ runs }: ChallengeState) => {
        if (runs.current !== run) refuseAfterReset()
        return decideNow(currentRun(runs), clock())
      },
    }
  }

  const startOf = ({ state }: Result) => {
    const now = clock()
    const startTime = currentRun(state.runs).startsAt ?? now
    return {
      message: startTime > now ? 'The start of the challenge is scheduled' : startedMessage,
      day: challengeDay(startTime, now, timeZone),
      startsAt: isoTime(startTime),
    }
  }

  const endOf = ({ state, events }: Result) => {
    const run = currentRun(state.runs)
    const endTime = challengeEnd(run, timeZone)
    const ended = endTime !== undefined && endTime <= clock()
    const isEndSet = run.endsAt !== undefined
    return {
      message: endMessage({ ended, isEndSet, isChanged: events.length > 0 }),
      endsAt: isoTimeOrNull(endTime),
      ended,
      isEndSet,
    }
  }

  const freezeOf =
    (message: string) =>
    ({ state }: Result) => {
      const { frozenAt } = currentRun(state.runs)
      return {
        message,
        frozenAt: isoTimeOrNull(frozenAt),
        frozen: frozenAt !== undefined && frozenAt <= clock(),
      }
    }

  return [
    command(challengeEndpoints.start, 'start-challenge', challengeFold, async ({ body }) => ({
      ...(await ofRun((run, now) => decide.start(run, { startsAt: timeOf(body.startsAt), now, timeZone }))),
      answer: startOf,
    })),
    command(challengeEndpoints.changeSchedule, 'change-schedule', challengeFold, async ({ body }) => ({
      ...(await ofRun((run, now) =>
        decide.reschedule(run, { startsAt: timeOf(body.startsAt), now, timeZone }),
      )),
      answer: startOf,
    })),
    command(challengeEndpoints.cancelSchedule, 'cancel-schedule', challengeFold, async () => ({
      ...(await ofRun((run, now) => decide.cancelSchedule(run, { now }))),
      answer: () => ({ message: 'The scheduled start has been canceled' }),
    })),
    command(challengeEndpoints.end, 'end-challenge', challengeFold, async ({ body }) => ({
      ...(await ofRun((run, now) => decide.end(run, { at: timeOf(body.at), now, timeZone }))),
      answer: endOf,
    })),
    command(challengeEndpoints.undoEnd, 'undo-challenge-end', challengeFold, async () => ({
      ...(await ofRun((run) => decide.undoEnd(run))),
      answer: endOf,
    })),
    command(challengeEndpoints.freeze, 'freeze-leaderboard', challengeFold, async ({ body }) => ({
      ...(await ofRun((run, now) => decide.freeze(run, { at: timeOf(body.at), now, timeZone }))),
      answer: freezeOf('The freeze of the leaderboard is set'),
    })),
    command(challengeEndpoints.cancelFreeze, 'cancel-freeze', challengeFold, async () => ({
      ...(await ofRun((run, now) => decide.cancelFreeze(run, { now }))),
      answer: freezeOf('The freeze of the leaderboard has been canceled'),
    })),
    command(challengeEndpoints.reveal, 'reveal-leaderboard', challengeFold, async () => ({
      ...(await ofRun((run, now) => decide.reveal(run, { now }))),
      answer: (result) => {
        const { runs } = result.state
        const revealed = result.events.find(({ type }) => type === 'LeaderboardRevealed')
        if (revealed !== undefined) onRevealed(currentRun(runs), { runs, reveal: revealed })
        return freezeOf('The final standings are revealed')(result)
      },
    })),
  ]
}

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

function endMessage({ ended, isEndSet, isChanged }: Record<'ended' | 'isEndSet' | 'isChanged', boolean>) {
  if (ended) return 'The challenge has ended'
  if (isEndSet) return 'The end of the challenge is set'
  return isChanged ? 'The end of the challenge has been undone' : 'No end of the challenge is set'
}

/** The handler that switches the options of the installation. */
export const optionHandlers = ({ command, clock, ...parts }: Parts): Endpoint[] => [
  command(optionEndpoints.change, 'change-options', challengeFold, async ({ caller, body, request }) => {
    const { id, role, isOperator } = caller
    const { ownersNeedTwoFactor, eventNetworks } = body
    // What owners need, and where limits do not hold, is decided by owners.
    const isForOwners = ownersNeedTwoFactor !== undefined || eventNetworks !== undefined
    if (isForOwners) requirePermission(role, 'manage-team')
    // Operators have no account, and can reset what locks somebody out.
    const hasSecondFactor = isOperator === true || (await parts.hasSecondFactor(id))
    return {
      stream: challengeStream,
      decide: ({ options }) => {
        const endsNeed = options.ownersNeedTwoFactor && ownersNeedTwoFactor === false
        if (endsNeed) parts.requireConfirmation(request)
        return decide.changeOptions(options, body, { hasSecondFactor, now: clock() })
      },
      answer: ({ state: { options } }) => ({ options }),
    }
  }),
]

type Decide = (completed: CompletedDays, run: CurrentRun) => JourneyEvent[]

/** The handlers that mark a day as complete, and reopen it. */
export function completionHandlers({ commands, clock, timeZone, command }: Parts): Endpoint[] {
  const ofDay = async (day: number, user: string, context: CommandContext, decideDay: Decide) => {
    const run = await loadCurrentRun(commands)
    const { initial, isRetry } = await loadEarlierRuns(commands, { run, user, context })
    return {
      ...decidesIn(run),
      initial,
      stream: journeyStream({ run: run.run, user }),
      decide: (completed: CompletedDays) => (isRetry ? [] : decideDay(completed, run)),
      answer: ({ state }: { state: CompletedDays }) => ({
        day,
        isCompleted: state.has(day),
        completedDays: [...state].sort((left, right) => left - right),
      }),
    }
  }
  return [
    command(completionEndpoints.complete, 'complete-day', completionsFold, ({ caller, params }, context) =>
      ofDay(params.day, caller.id, context, (completed, { startsAt }) =>
        decide.complete(completed, { day: params.day, startsAt, now: clock(), timeZone }),
      ),
    ),
    command(completionEndpoints.reopen, 'reopen-day', completionsFold, ({ caller, params }, context) =>
      ofDay(params.day, caller.id, context, (completed) => decide.reopen(completed, { day: params.day })),
    ),
  ]
}

/**
 * Returns the days that a user completed in the runs that a run was restored from. `isRetry`: whether the command was executed in one of
 * them.
 */
async function loadEarlierRuns(
  commands: Commands,
  { run, user, context }: { run: CurrentRun; user: string; context: CommandContext },
): Promise<{ initial: CompletedDays; isRetry: boolean }> {
  let { initial } = completionsFold
  let isRetry = false
  for (const { run: earlierRun } of run.history.slice(1).reverse()) {
    const fold = { ...completionsFold, ...decidesIn(run), initial }
    const { state, events } = await commands.load(journeyStream({ run: earlierRun, user }), fold)
    initial = state
    isRetry ||= events.some(({ metadata }) => isCausedBy(context.command, metadata.causation))
  }
  return { initial, isRetry }
}

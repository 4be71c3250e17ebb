import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { reset } from '@thirty/command-api/history/decide.ts'
import { loadEndRun } from '@thirty/command-api/history/endpoints.ts'
import { newContext } from '@thirty/command-api/idempotency.ts'
import { submitProject } from '@thirty/command-api/projects/project-commands.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { challengeFold, decidesInCurrentRun, loadChallenge } from '../src/current-run.ts'
import { weather } from './project-events.ts'

const clock = () => Date.parse('2026-03-02T08:00:00Z')

/** A process over a log, without HTTP. Commands have no idempotency key. */
export function logProcess(log: EventLog) {
  const commands = createCommands({ log, clock })
  const parts = { commands, log, clock, timeZone: 'UTC' }
  const submission = { content: weather, hasOwnImage: true, isByAdmin: false }
  return {
    submit: (user: string, day: number) =>
      submitProject(parts, { ...submission, user, day, context: newContext() }),
    reset: async () => {
      const context = newContext()
      const ending = await loadEndRun(parts, context, await loadChallenge(commands))
      const decide = (history: ChallengeState) => reset(history, ending)
      return commands.handle({ ...challengeFold, ...decidesInCurrentRun, context, decide })
    },
  }
}

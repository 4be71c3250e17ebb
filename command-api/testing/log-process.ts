import type { Clock } from '@thirty/infra/clock.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { resetChallenge, restoreBackup } from '@thirty/command-api/history/endpoints.ts'
import { submitProject } from '@thirty/command-api/projects/project-commands.ts'
import { weather } from './project-events.ts'

type Log = Parameters<typeof createCommands>[0]['log'] & Parameters<typeof resetChallenge>[0]['log']
type Submission = { user: string; day: number; projectName?: string }

/** A process over a log, without HTTP. Commands have no idempotency key. */
export function logProcess(log: Log, clock: Clock) {
  const commands = createCommands({ log, clock })
  const images = { isExpiring: async () => false, keep: async () => undefined }
  const deps = { commands, log, clock, images, timeZone: 'UTC', checkReplay: async () => undefined }
  const newContext = () => ({ correlation: 'process', command: { id: crypto.randomUUID() } })
  return {
    ...deps,
    submit: ({ user, day, projectName = weather.projectName }: Submission) => {
      const content = { ...weather, projectName }
      const submission = { user, day, content, hasOwnImage: true, isByAdmin: false }
      return submitProject(deps, { ...submission, context: newContext() })
    },
    reset: () => resetChallenge(deps, newContext()),
    restore: (backup: string) => restoreBackup(deps, { backup, context: newContext() }),
  }
}

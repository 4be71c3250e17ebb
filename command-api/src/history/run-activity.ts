import type { EventLog } from '@thirty/infra/event-log/event-log.ts'

/** Returns whether something was recorded in a run after a position of the log. Ends at the first such event. */
export async function hasActivity(
  log: Pick<EventLog, 'readAll'>,
  { run, after }: { run: number; after: bigint },
): Promise<boolean> {
  const streams = ['project-', `journey-${run}-`, 'views-']
  for await (const events of log.readAll({ after, streams }))
    if (events.some(({ metadata }) => metadata.run === run)) return true
  return false
}

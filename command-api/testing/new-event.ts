import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'

/** Creates an event to append to the log of a spec. `at` in milliseconds since 1970; `run` is missing for most streams. */
export function createNewEvent(
  type: string,
  data: unknown,
  { at, run }: { at: number; run?: number | undefined },
): NewEvent {
  return {
    id: crypto.randomUUID(),
    type,
    version: 1,
    at: new Date(at).toISOString(),
    data,
    metadata: { correlation: 'spec', ...(run !== undefined && { run }) },
  }
}

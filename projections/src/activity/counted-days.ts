import { evolveStatus, isCounted, isStatusEvent } from '@thirty/contracts/events/project-life.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { ActivityEvent } from './activities.ts'

/** The days of a participant with a project that counts. */
export type CountedDays = { days: readonly number[] }

const prefix = 'days:'

export const isDaysId = (id: string): boolean => id.startsWith(prefix)

/** Returns the id of the document with the counted days that an event may change; `undefined` for other events. */
export function daysIdOf(event: ActivityEvent): string | undefined {
  const user = isStatusEvent(event) ? subjectProject(event.stream)?.user : undefined
  return user === undefined ? undefined : prefix + user
}

/** Returns the counted days after an event; the same object if the event changes nothing. Rejected projects do not count. */
export function evolveDays(counted: CountedDays | undefined, event: ActivityEvent): CountedDays | undefined {
  const day = subjectProject(event.stream)?.day
  if (day === undefined || !isStatusEvent(event)) return counted
  const { days } = counted ?? { days: [] }
  // Commands append such events only to a project that is there.
  const counts = isCounted({ status: evolveStatus('submitted', event) })
  if (days.includes(day) === counts) return counted
  return { days: counts ? [...days, day] : days.filter((other) => other !== day) }
}

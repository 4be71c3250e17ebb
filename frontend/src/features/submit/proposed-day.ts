// Proposes the day of the URL, else the current day of a started challenge, else 19; if it has a project, a free day before it or the first.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { defaultSubmitDay } from '@thirty/contracts/challenge/challenge-day.ts'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'

type ProposedDay = {
  /** The day that the form is for: the latest one that can be submitted. Undefined if every open day is in. */
  freeDay: number | undefined
  /** Whether the URL asks for this day. */
  isRequested: boolean
  /** The project that is in for the requested or current day. */
  submitted: ProjectCard | undefined
  /** The project that the form changes: a rejected project of the requested day, or the project that `revise` in the URL names. */
  revised: ProjectCard | undefined
}

export function useProposedDay(projects: readonly ProjectCard[]): ProposedDay {
  const [query] = useSearchParams()
  const { day: today, started, totalDays } = useCurrentDay()
  const requested = Number(query.get('day'))
  const lastOpenDay = started ? today : totalDays
  const isRequestable = Number.isInteger(requested) && requested >= 1 && requested <= lastOpenDay
  const wanted = isRequestable ? requested : started ? today : defaultSubmitDay

  const takenDays = new Set(projects.map(({ day }) => day))
  const openDays = Array.from({ length: lastOpenDay }, (_, index) => index + 1)
  const freeDays = openDays.filter((day) => !takenDays.has(day))
  const submitted = projects.find(({ day }) => day === wanted)
  const named = projects.find(({ day }) => day === Number(query.get('revise')))
  const rejected = isRequestable && submitted?.status === 'rejected' ? submitted : undefined
  return {
    freeDay: freeDays.findLast((day) => day <= wanted) ?? freeDays[0],
    isRequested: isRequestable && (submitted === undefined || submitted.status === 'rejected'),
    submitted,
    revised: named && named.status !== 'approved' ? named : rejected,
  }
}

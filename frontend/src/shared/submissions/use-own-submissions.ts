import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { useLiveData } from '../live/live-data.ts'
import { ownSubmissions } from './own-submissions.ts'

/** The submissions of the user, at most one for each day. They are undefined while they load and if loading failed. */
export function useOwnSubmissions(): { isLoading: boolean; projects: readonly ProjectCard[] | undefined } {
  const { state, data } = useLiveData(ownSubmissions)
  return { isLoading: state === 'loading', projects: data?.projects }
}

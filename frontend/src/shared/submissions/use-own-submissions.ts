import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { useEffect } from 'react'
import { ownSubmissionsStore } from './own-submissions.ts'

/** The submissions of the user, at most one for each day. They are undefined while they load and if loading failed. */
export function useOwnSubmissions(): { isLoading: boolean; projects: readonly ProjectCard[] | undefined } {
  const view = ownSubmissionsStore.use((store) => store.view)
  useEffect(() => {
    const stop = ownSubmissionsStore.follow()
    void ownSubmissionsStore.load(undefined)
    return stop
  }, [])
  return {
    isLoading: view.state === 'loading',
    projects: view.state === 'ready' ? view.data.projects : undefined,
  }
}

import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { useEffect, useRef } from 'react'
import { request } from '../http/http.ts'
import { useLoaded } from '../http/use-loaded.ts'
import type { Loaded } from '../http/use-loaded.ts'
import { subscribe } from '../live/live-socket.ts'
import { onResync } from '../live/resync.ts'

const fetchOwnProjects = async (signal: AbortSignal): Promise<readonly ProjectCard[]> =>
  (await request('GET', '/api/projects/my-projects', { query: { limit: 100 }, signal })).projects

/** The projects of the user, at most one for each day. They are loaded again when one of them changes. */
export function useOwnProjects(): Loaded<readonly ProjectCard[]> {
  const loaded = useLoaded('own-projects', fetchOwnProjects, 'Your projects could not be loaded.')
  const reload = useRef<() => void>(undefined)
  useEffect(() => {
    reload.current = loaded.state === 'ready' ? loaded.reload : undefined
  })
  useEffect(() => {
    const reloadNow = () => reload.current?.()
    const unsubscribers = [subscribe('submission.changed', reloadNow), onResync(reloadNow)]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [])
  return loaded
}

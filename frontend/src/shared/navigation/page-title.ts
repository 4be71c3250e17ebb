import { useEffect } from 'react'
import { create } from 'zustand'

/** What the screen calls itself beyond the title of its route. */
export const usePageTitleStore = create<{ title: string | undefined }>(() => ({ title: undefined }))

/** Names the browser tab after the thing that the screen shows. While undefined, the tab has the title of the route. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined
    usePageTitleStore.setState({ title })
    return () => usePageTitleStore.setState({ title: undefined })
  }, [title])
}

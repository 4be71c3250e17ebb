import { useEffect } from 'react'

/**
 * Lets the browser keep the files of the leaderboard, so that it opens without a connection and shows the last standings.
 * Browsers without service workers, or that block them, do without.
 */
export function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // The address of this file contains a hash, which every release of the frontend changes.
    const release = new URL(import.meta.url).pathname
    navigator.serviceWorker
      .register(`/service-worker.js?${new URLSearchParams({ release })}`)
      .catch(() => undefined)
  }, [])
}

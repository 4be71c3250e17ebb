import { useEffect } from 'react'

/** How long the service worker waits, so that the first screen loads first, in ms. */
const delayMs = 5000

/**
 * Starts the service worker, which shows push messages, and moves the subscription of this browser to the current session.
 * Lets the browser keep the files of the leaderboard, so that it opens without a connection and shows the last standings.
 * Where service workers are missing or blocked, nothing happens.
 */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    // The address of this file contains a hash, which every release of the frontend changes.
    const release = new URL(import.meta.url).pathname
    const register = () =>
      void serviceWorker
        .register(`/service-worker.js?${new URLSearchParams({ release })}`)
        .then(async () => (await import('../../shared/push/push.ts')).renewPush())
        .catch(() => undefined)
    const timer = setTimeout(register, delayMs)
    return () => clearTimeout(timer)
  }, [])
}

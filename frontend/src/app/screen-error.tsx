// Shown in place of a screen that cannot be loaded or fails while it renders; the navigation around it stays. A file that is gone was
// replaced by a new release, so the page is reloaded once by itself. Without a connection, or while the server is away, it is reloaded as
// soon as the server answers.

import { useEffect, useState } from 'react'
import { useRouteError, paths } from '../shared/navigation/router.ts'
import { tabStorage } from '../shared/storage/browser-storage.ts'
import frames from '../shared/styles/frames.module.css'
import { PageLoader } from '../shared/ui/brand/logo.tsx'
import { ErrorState } from '../shared/ui/feedback/error-state.tsx'
import { t } from '../shared/i18n/t.ts'

/**
 * What browsers say when a module or its style sheet cannot be loaded. A network that is down and a file that a release
 * has removed look the same.
 */
const loadErrors =
  /dynamically imported module|importing a module script failed|error loading|unable to preload css/i

const isLoadError = (error: unknown): boolean => error instanceof Error && loadErrors.test(error.message)

const reloadedAtKey = 'thirty-reloaded-at'
/** A second failure within this time is not a new release: reloading again would only repeat it. In milliseconds. */
const reloadIntervalMs = 60_000

/** Reloads the page, unless that has just been tried. Returns whether it reloads. */
function reloadOnce(): boolean {
  const reloadedAt = Number(tabStorage.get(reloadedAtKey) ?? 0)
  if (Date.now() - reloadedAt < reloadIntervalMs) return false
  tabStorage.set(reloadedAtKey, String(Date.now()))
  location.reload()
  return true
}

/** Delay between attempts to reach a server that is away, in milliseconds. */
const askAgainMs = 5_000

/** Whether the release that this page belongs to is still served, or why the server does not say so. */
type Release = 'same' | 'other' | 'offline' | 'away'

/** The address of this file contains a hash, which every release of the frontend changes. Each page names the file. */
const ownFile = new URL(import.meta.url).pathname

async function askForRelease(): Promise<Release> {
  try {
    const response = await fetch(paths.landing, { cache: 'no-store', headers: { Accept: 'text/html' } })
    if (response.ok) return (await response.text()).includes(ownFile) ? 'same' : 'other'
  } catch {
    if (!navigator.onLine) return 'offline'
  }
  return 'away'
}

/** Asks for the release until the server answers. */
function useRelease(): Release | undefined {
  const [release, setRelease] = useState<Release>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = new AbortController()
    const { signal } = left
    const ask = () =>
      void askForRelease().then((found) => {
        if (signal.aborted) return
        if (found === 'offline' || found === 'away') timer = setTimeout(ask, askAgainMs)
        // If the page was reloaded within the last minute, it is not reloaded again, and the message is shown.
        else if (reloadOnce()) return
        setRelease(found)
      })
    ask()
    addEventListener('online', ask, { signal })
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [])
  return release
}

const reload = () => location.reload()

export const ScreenError = () =>
  isLoadError(useRouteError()) ? <MissingFile /> : <Failed title={t('app.failed')} />

const MissingFile = () => {
  const release = useRelease()
  if (release === undefined) return <PageLoader />
  if (release === 'same' || release === 'other')
    return <Failed title={t('app.notLoaded')} isUpdated={release === 'other'} />
  const isAway = release === 'away'
  return (
    <ErrorState title={t(isAway ? 'app.notLoaded' : 'app.offline')} heading="h1" onRetry={reload}>
      {t(isAway ? 'app.serverAway' : 'app.offlineText')}
    </ErrorState>
  )
}

const Failed = ({ title, isUpdated = false }: { title: string; isUpdated?: boolean }) => (
  <ErrorState title={title} heading="h1" retryLabel={t('app.reload')} onRetry={reload}>
    {t.rich(isUpdated ? 'app.notLoadedText' : 'app.failedText', {
      link: (text) => <a href={paths.landing}>{text}</a>,
    })}
  </ErrorState>
)

/** The error of a screen without navigation around it. */
export const ScreenErrorPage = () => (
  <main className={frames.page}>
    <ScreenError />
  </main>
)

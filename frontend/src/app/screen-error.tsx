import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { tabStorage } from '../shared/storage/browser-storage.ts'
import { ErrorState } from '../shared/ui/feedback/states.tsx'
import { useOnline } from '../shared/live/use-online.ts'
import { paths } from './paths.ts'
import { t } from './messages/t.ts'

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

/**
 * Shown in place of a screen that cannot be loaded or fails while it renders; the navigation around it stays. A file that is
 * gone was replaced by a new release, so the page is reloaded once by itself. Without a connection it is reloaded as soon
 * as the connection is back.
 */
export const ScreenError = () => {
  const error = useRouteError()
  const online = useOnline()
  const isMissing = isLoadError(error)
  useEffect(() => {
    if (isMissing && online) reloadOnce()
  }, [isMissing, online])

  if (isMissing && !online) {
    return (
      <ErrorState title={t('offline')} heading="h1" onRetry={() => location.reload()}>
        {t('offlineText')}
      </ErrorState>
    )
  }
  return (
    <ErrorState
      title={isMissing ? t('notLoaded') : t('failed')}
      heading="h1"
      retryLabel={t('reload')}
      onRetry={() => location.reload()}
    >
      {t.rich(isMissing ? 'notLoadedText' : 'failedText', {
        link: (text) => <a href={paths.landing}>{text}</a>,
      })}
    </ErrorState>
  )
}

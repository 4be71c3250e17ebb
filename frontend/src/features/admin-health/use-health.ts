import type { HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { useEffect } from 'react'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import type { LiveView } from '../../shared/live/live-types.ts'
import { t } from '../../shared/i18n/t.ts'

/** Milliseconds between two requests of a visible page. */
export const refreshMs = 4_000

const health = liveData<HealthResponse>({
  load: (_key, signal) => request('GET', '/api/admin/health', { area: 'admin', signal }),
  failedText: t('serverTexts.somethingWentWrong'),
  // What was true minutes ago must not be shown as if it were now.
  isAlwaysFresh: true,
})

/** Loads the health of the installation every few seconds while the page is visible. */
export function useHealth(): LiveView<HealthResponse> {
  const view = useLiveData(health)
  const { data, reload } = view
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded) return undefined
    const timer = setInterval(() => {
      // A response that takes longer than that must be able to arrive.
      if (!document.hidden && !health.at().isLoading()) reload()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [isLoaded, reload])
  return view
}

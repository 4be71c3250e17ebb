import { claimMs } from '@thirty/contracts/judging/claims.ts'
import { useEffect } from 'react'
import { newIdempotencyKey } from '../http/command-keys.ts'
import { request } from '../http/http.ts'
import { applyClaims } from './claims.ts'

/** Identifies this tab until it is reloaded. */
const tab = newIdempotencyKey()
/** How long a project is open before it is claimed, in milliseconds: moving through a list claims nothing. */
const settleMs = 500

/** Shows the other admins that this tab has a project open, until it is closed or the tab leaves; `undefined`: none. */
export function useClaim(projectId: string | undefined): void {
  useEffect(() => {
    if (projectId === undefined) return undefined
    let isClaimed = false
    const claim = () => {
      isClaimed = true
      void request('PUT', '/api/admin/claims/:projectId', {
        params: { projectId },
        body: { tab },
        area: 'admin',
      }).then(
        applyClaims,
        // Claims only warn.
        () => undefined,
      )
    }
    const release = () => {
      if (!isClaimed) return
      isClaimed = false
      const options = { body: { tab }, area: 'admin', keepalive: true } as const
      void request('DELETE', '/api/admin/claims', options).then(applyClaims, () => undefined)
    }
    const first = setTimeout(claim, settleMs)
    const renewals = setInterval(claim, claimMs / 3)
    // A page that comes back from the cache of the browser has the project open again.
    const returned = (event: PageTransitionEvent) => event.persisted && claim()
    window.addEventListener('pagehide', release)
    window.addEventListener('pageshow', returned)
    return () => {
      clearTimeout(first)
      clearInterval(renewals)
      window.removeEventListener('pagehide', release)
      window.removeEventListener('pageshow', returned)
      release()
    }
  }, [projectId])
}

// Which admins have which project open now: claimed by this tab, followed, and shown in lists as a badge and on the project as a warning.

import type { Claim, Claims } from '@thirty/contracts/judging/api.ts'
import { claimMs } from '@thirty/contracts/judging/ratings.ts'
import { useEffect } from 'react'
import { Eye } from 'lucide-react'
import { useStore } from 'zustand'
import { newIdempotencyKey, request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'
import { ownUserId } from '../session/session.ts'
import { Banner } from '../ui/display/surfaces.tsx'
import { useNow, useServerNow } from '../ui/display/time.tsx'
import { t } from '../i18n/t.ts'
import hidden from '../styles/visually-hidden.module.css'
import css from './claims.module.css'

/** `aheadMs`: how far the clock of this browser is ahead of the clock of `until`: clocks differ, so only the remaining time counts. */
const received = (claims: Claims) => ({ ...claims, aheadMs: Date.now() - Date.parse(claims.at) })
type ReceivedClaims = ReturnType<typeof received>

const newer = (shown: ReceivedClaims, next: ReceivedClaims) => (next.version > shown.version ? next : shown)

/** The claims of all admins. */
const allClaims = liveData<ReceivedClaims>({
  load: async (_key, signal) => received(await request('GET', '/api/admin/claims', { signal })),
  messages: { 'claims.changed': (shown, message) => newer(shown, received(message)) },
  merge: newer,
})

/** Returns the claims of all admins inside a component; undefined until they are loaded. */
export const useClaims = () => useStore(allClaims.at(), ({ data }) => data)

/** Shows what a claim of this tab answers. Claims only warn, so a failure is not shown. */
const show = (answer: Promise<Claims>): void =>
  void answer.then(
    (claims) => allClaims.change((shown) => newer(shown, received(claims))),
    () => undefined,
  )

/** Returns the claims of other admins on a project at a time, the oldest first. */
export function claimsOfOthers(projectId: string, now: number): readonly Claim[] {
  const { claims = [], aheadMs = 0 } = allClaims.at().getState().data ?? {}
  return claims
    .filter(
      (claim) =>
        claim.projectId === projectId &&
        Date.parse(claim.until) + aheadMs > now &&
        claim.by._id !== ownUserId(),
    )
    .toSorted((left, right) => Date.parse(left.since) - Date.parse(right.since))
}

/** Identifies this tab until it is reloaded. */
const tab = newIdempotencyKey()

/** Shows the other admins that this tab has a project open, until it is closed or the tab leaves; `undefined`: none. */
export function useClaim(projectId: string | undefined): void {
  useEffect(() => {
    if (projectId === undefined) return undefined
    let isClaimed = false
    const claim = () => {
      isClaimed = true
      show(request('PUT', '/api/admin/claims/:projectId', { params: { projectId }, body: { tab } }))
    }
    const release = () => {
      if (isClaimed) show(request('DELETE', '/api/admin/claims', { body: { tab }, keepalive: true }))
      isClaimed = false
    }
    // Moving through a list claims nothing.
    const first = setTimeout(claim, 500)
    const renewals = setInterval(claim, claimMs / 3)
    const closed = new AbortController()
    const { signal } = closed
    window.addEventListener('pagehide', release, { signal })
    // A page that comes back from the cache of the browser has the project open again.
    window.addEventListener('pageshow', ({ persisted }) => persisted && claim(), { signal })
    return () => {
      clearTimeout(first)
      clearInterval(renewals)
      closed.abort()
      release()
    }
  }, [projectId])
}

/** How often it is looked whether claims have ended, in milliseconds. */
const lookMs = 10_000

/** Returns the claims of other admins on a project inside a component. */
function useClaimsOfOthers(projectId: string): readonly Claim[] {
  useClaims()
  return claimsOfOthers(projectId, useNow(lookMs))
}

/** Says in a few words which other admins have a project open; nothing if nobody has. */
export const ClaimBadge = ({ projectId }: { projectId: string }) => {
  const [first, ...others] = useClaimsOfOthers(projectId)
  if (first === undefined) return null
  const { fullName: name } = first.by
  return (
    <span className={css.badge}>
      <Eye size={14} />
      <span>
        {others.length === 0
          ? t.rich('reviews.isReviewing', { name })
          : t.rich('reviews.areReviewing', { name, count: others.length })}
      </span>
    </span>
  )
}

/**
 * Warns that other admins have a project open, and says since when. It appears at any moment, so it belongs below everything that can be
 * pressed. Only a new claim is announced, not each minute.
 */
export const ClaimWarning = ({ projectId }: { projectId: string }) => {
  const claims = useClaimsOfOthers(projectId)
  const now = useServerNow(lookMs)
  const minutesSince = (since: string) => Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  return (
    <>
      <span role="status" className={hidden.visuallyHidden}>
        {claims.map(({ by }) => (
          <span key={by._id}>{t.rich('reviews.isReviewing', { name: by.fullName })} </span>
        ))}
      </span>
      {claims.length > 0 && (
        <Banner kind="warning">
          {claims.map(({ by, since }) => (
            <span key={by._id} className={css.sentence}>
              {t.rich('reviews.openSince', { name: by.fullName, minutes: minutesSince(since) })}
            </span>
          ))}
        </Banner>
      )}
    </>
  )
}

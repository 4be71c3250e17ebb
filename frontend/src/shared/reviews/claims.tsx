// Which admins have which project open now: claimed by this tab, followed, and shown in lists as a badge and on the project as a warning.

import type { Claim, Claims } from '@thirty/contracts/judging/claims-api.ts'
import { claimMs } from '@thirty/contracts/judging/claims.ts'
import { create } from 'zustand'
import { useEffect } from 'react'
import { Eye } from 'lucide-react'
import { request } from '../http/http.ts'
import { subscribe } from '../live/live-socket.ts'
import { onResync } from '../live/resync.ts'
import { ownUserId } from '../session/session.ts'
import { onUserChange } from '../storage/user-data.ts'
import { newIdempotencyKey } from '../http/command-keys.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { useNow, useServerNow } from '../ui/use-now.ts'
import { t } from '../i18n/t.ts'
import hidden from '../ui/visually-hidden.module.css'
import css from './claims.module.css'

/** The claims of all admins, each with the time of this browser at which it ends (ms since 1970). */
type ClaimStore = { version: number; claims: readonly (Claim & { endsAt: number })[] }

const none: ClaimStore = { version: 0, claims: [] }

export const useClaims = create<ClaimStore>()(() => none)

onUserChange(() => useClaims.setState(none))

let followers = 0
let stopFollowing: () => void = () => undefined

/** Follows the claims while a screen shows them. Returns a function that stops. */
export function followClaims(): () => void {
  followers += 1
  if (followers === 1) {
    const load = () => show(request('GET', '/api/admin/claims'))
    const stops = [subscribe('claims.changed', applyClaims), onResync(load)]
    stopFollowing = () => stops.forEach((stop) => stop())
    load()
  }
  return () => {
    followers -= 1
    if (followers === 0) stopFollowing()
  }
}

/** Shows what a request answers. Claims only warn, so a failure is not shown: the next message or the next load brings them. */
const show = (answer: Promise<Claims>): void => void answer.then(applyClaims, () => undefined)

/** Shows these claims, unless newer ones are shown. Clocks differ, so only the remaining time counts. */
function applyClaims({ claims, version, at }: Claims): void {
  if (version <= useClaims.getState().version) return
  const offset = Date.now() - Date.parse(at)
  useClaims.setState({
    version,
    claims: claims.map((claim) => ({ ...claim, endsAt: Date.parse(claim.until) + offset })),
  })
}

/** Returns the claims of other admins on a project at a time, the oldest first. */
export const claimsOfOthers = (projectId: string, now: number): readonly Claim[] =>
  useClaims
    .getState()
    .claims.filter(
      (claim) => claim.projectId === projectId && claim.endsAt > now && claim.by._id !== ownUserId(),
    )
    .toSorted((left, right) => Date.parse(left.since) - Date.parse(right.since))

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
      const options = { params: { projectId }, body: { tab } } as const
      show(request('PUT', '/api/admin/claims/:projectId', options))
    }
    const release = () => {
      if (!isClaimed) return
      isClaimed = false
      const options = { body: { tab }, keepalive: true } as const
      show(request('DELETE', '/api/admin/claims', options))
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

const minuteMs = 60_000

/** Returns the claims of other admins on a project inside a component. */
function useClaimsOfOthers(projectId: string) {
  const now = useNow(10_000)
  const serverTime = useServerNow(10_000)
  useClaims((store) => store.version)
  return { claims: claimsOfOthers(projectId, now), now: serverTime }
}

/** Says in a few words which other admins have a project open; nothing if nobody has. */
export const ClaimBadge = ({ projectId }: { projectId: string }) => {
  const { claims } = useClaimsOfOthers(projectId)
  const [first, ...others] = claims
  if (first === undefined) return null
  const values = { name: first.by.fullName }
  return (
    <span className={css.badge}>
      <Eye aria-hidden="true" size={14} />
      <span>
        {others.length === 0
          ? t.rich('reviews.isReviewing', values)
          : t.rich('reviews.areReviewing', { ...values, count: others.length })}
      </span>
    </span>
  )
}

/**
 * Warns that other admins have a project open, and says since when. It appears at any moment, so it belongs below everything that can be
 * pressed. Only a new claim is announced, not each minute.
 */
export const ClaimWarning = ({ projectId }: { projectId: string }) => {
  const { claims, now } = useClaimsOfOthers(projectId)
  return (
    <>
      <span role="status" className={hidden.visuallyHidden}>
        {claims.map(({ by }) => (
          <span key={by._id}>{t.rich('reviews.isReviewing', { name: by.fullName })} </span>
        ))}
      </span>
      {claims.length > 0 && (
        <Banner kind="warning">
          {claims.map(({ by, since }) => {
            const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs))
            return (
              <span key={by._id} className={css.sentence}>
                {t.rich('reviews.openSince', { name: by.fullName, minutes })}
              </span>
            )
          })}
        </Banner>
      )}
    </>
  )
}

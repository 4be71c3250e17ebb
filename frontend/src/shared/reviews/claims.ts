// Which admins have which project open now.

import type { Claim, Claims } from '@thirty/contracts/judging/claims-api.ts'
import { create } from 'zustand'
import { request } from '../http/http.ts'
import { subscribe } from '../live/live-socket.ts'
import { onResync } from '../live/resync.ts'
import { ownUserId } from '../session/session.ts'
import { onUserChange } from '../storage/user-data.ts'

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
    const load = () => void loadClaims()
    const stops = [subscribe('claims.changed', applyClaims), onResync(load)]
    stopFollowing = () => stops.forEach((stop) => stop())
    load()
  }
  return () => {
    followers -= 1
    if (followers === 0) stopFollowing()
  }
}

/** Claims only warn, so a failure is not shown: the next message or the next load brings them. */
const loadClaims = (): Promise<void> =>
  request('GET', '/api/admin/claims', { area: 'admin' }).then(applyClaims, () => undefined)

/** Shows these claims, unless newer ones are shown. Clocks differ, so only the remaining time counts. */
export function applyClaims({ claims, version, at }: Claims): void {
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

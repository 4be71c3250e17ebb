import type { ChangeOptionsRequest } from '@thirty/contracts/challenge/options-api.ts'
import { request } from '../../shared/http/http.ts'

const area = 'admin'

/** Starts the challenge at a time (ISO), or now without one. Fails with status 409 if it is started or scheduled. */
export const startChallenge = (startsAt?: string) =>
  request('POST', '/api/admin/challenge/start', { body: startsAt === undefined ? {} : { startsAt }, area })

/** Moves a scheduled start to another time (ISO), or to now without one. */
export const moveStart = (startsAt?: string) =>
  request('PUT', '/api/admin/challenge/schedule', { body: startsAt === undefined ? {} : { startsAt }, area })

/** Cancels a scheduled start: the challenge is not started. */
export const cancelStart = () => request('DELETE', '/api/admin/challenge/schedule', { area })

/** Sets or moves the end of the challenge (ISO time); without one it ends now. */
export const endChallenge = (at?: string) =>
  request('POST', '/api/admin/challenge/end', { body: at === undefined ? {} : { at }, area })

/** Undoes the end that was set: the challenge ends seven days after day 30 again. */
export const undoChallengeEnd = () => request('DELETE', '/api/admin/challenge/end', { area })

/** Freezes the leaderboard at a time (ISO), or in a few seconds without one; moves a freeze that has not begun. */
export const freezeLeaderboard = (at?: string) =>
  request('POST', '/api/admin/challenge/freeze', { body: at === undefined ? {} : { at }, area })

/** Cancels a freeze that has not begun. */
export const cancelFreeze = () => request('DELETE', '/api/admin/challenge/freeze', { area })

/** Backs up the current run and begins a new, empty one. The key makes a retry after a lost response harmless. */
export const resetChallenge = (idempotencyKey: string) =>
  request('POST', '/api/admin/reset-with-backup', { area, idempotencyKey })

/** Switches options for all participants; options without a field stay as they are. */
export const changeOptions = (change: ChangeOptionsRequest) =>
  request('PUT', '/api/admin/challenge/options', { body: change, area })

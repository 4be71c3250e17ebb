import { isSessionOpen, type RevokedToken } from '@thirty/contracts/rules/sessions.ts'
import type { Clock } from '../clock.ts'
import type { SeenSession, SeenSessions } from './seen-sessions.ts'

/** What an account says about its sessions. */
type AccountSessions = { sessionVersion: number; endedTokens: readonly RevokedToken[] }

/** Returns the sessions of a user that have not ended, the last seen first. Throws `StoreUnavailable`. */
export type FindOpenSessions = (user: string, account: AccountSessions) => Promise<readonly SeenSession[]>

export const openSessions =
  (seenSessions: Pick<SeenSessions, 'load'>, clock: Clock): FindOpenSessions =>
  async (user, account) =>
    (await seenSessions.load(user)).filter((session) => isSessionOpen(session, account, clock()))
